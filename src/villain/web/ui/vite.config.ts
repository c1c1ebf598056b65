import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The bundle is committed, so its names say nothing about its contents or where it was built.
export default defineConfig({
  plugins: [
    svelte({
      // A component's style class comes from its style, not from the path it was built under.
      compilerOptions: { cssHash: ({ hash, css }) => `v${hash(css)}` },
    }),
  ],
  base: "./",
  build: {
    outDir: "../static",
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    target: "es2022",
    rollupOptions: {
      output: {
        entryFileNames: "assets/app.js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/app[extname]",
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8123", ws: true } } },
});
