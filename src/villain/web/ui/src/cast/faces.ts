// The faces of the cast, drawn by us: parts in a box of 64 × 64, by the agent behind each.

export interface Face {
  ground: string;
  skin: string;
  hair: string;
  shirt: string;
  /** What lies behind the head, and over it. */
  back?: keyof typeof BACKS;
  front?: keyof typeof FRONTS;
  mouth: keyof typeof MOUTHS;
  /** How high the outer ends of the brows are: down is stern. */
  brows?: number;
  extras?: readonly (keyof typeof EXTRAS)[];
}

export const BACKS = {
  long: "M15 47C12 24 18 10 32 10s20 14 17 37c-3 3-7 3-9 2H24c-2 1-6 1-9-2z",
  bob: "M17 39C13 20 19 10 32 10s19 10 15 29c-2 2-5 2-7 1H24c-2 1-5 1-7-1z",
  bun: "M25 8.500a7 6.500 0 1 0 14 0a7 6.500 0 1 0-14 0zM18 27c0-11 6-16 14-16s14 5 14 16z",
  tail: "M44 18c8 2 10 12 6 24-3-2-5-6-5-10zM18 27c0-11 6-16 14-16s14 5 14 16z",
};
export const FRONTS = {
  fringe: "M18 28c-1-11 5-17 14-17s15 6 14 17c-2-5-4-8-8-8-7 0-15 0-20 8z",
  short: "M18 25c-1-10 6-14.500 14-14.500S47 15 46 25c-1.500-4-3.500-6-6-6.500-5 1-11 1-16 0-2.500.500-4.500 2.500-6 6.500z",
  side: "M18 28c-2-11 5-17.500 15-17 9 .500 14 7 13 17-3-7-8-9-12-9-5 2-12 3-16 9z",
  spikes: "M18 26l.500-10 4 3 2-9 5 5.500 4-7 3.500 7 5.500-5 1 8 3.500-1-1 8.500c-2.500-5-6-7-13.500-7s-12.500 2-14.500 7z",
  curls: "M17 26a5 5 0 0 1 1-9 6 6 0 0 1 8-6 7 7 0 0 1 12 0 6 6 0 0 1 8 6 5 5 0 0 1 1 9c-2-4-5-7-8-7-5 1-10 1-14 0-3 0-6 3-8 7z",
  thin: "M18 29c-2-6 0-10 3-12-1 4-1 8-3 12zM46 29c2-6 0-10-3-12 1 4 1 8 3 12zM24 13c5-3 11-3 16 0-5-1-11-1-16 0z",
  widow: "M18 27c-2-11 5-17 14-17s16 6 14 17c-1-5-4-8-7-8-3 0-5 2-7 5-2-3-4-5-7-5-3 0-6 3-7 8z",
};
export const MOUTHS = {
  smile: "M26.500 37.500c3 3.500 8 3.500 11 0",
  flat: "M27.500 39h9",
  smirk: "M27 39c4 1.500 8 .500 10.500-2.500",
  grin: "M25.500 36.500h13c-1 5.500-12 5.500-13 0z",
  small: "M29.500 38.500c1.500 1 3.500 1 5 0",
};
export const EXTRAS = {
  glasses: { d: "M21.500 29a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM32.500 29a5 5 0 1 0 10 0a5 5 0 1 0-10 0z", fill: "none", stroke: "#22262e" },
  beard: { d: "M19 31c0 12 5 18 13 18s13-6 13-18c-1 4-3 5-6 4-4-1-10-1-14 0-3 1-5 0-6-4z", fill: "hair", stroke: "" },
  moustache: { d: "M32 34.500c3-2 7-1 9 2-4 0-6 .500-9-.500-3 1-5 .500-9 .500 2-3 6-4 9-2z", fill: "hair", stroke: "" },
  mask: { d: "M17.500 25c5-3 10-2 14.500 0 4.500-2 9.500-3 14.500 0 0 6-3 9.500-7.500 9-3 0-5-2-7-4-2 2-4 4-7 4-4.500.500-7.500-3-7.500-9z", fill: "#1a1523", stroke: "" },
  hat: { d: "M9 19c7 3 39 3 46 0-2-2-6-3-9-3.500C45 7 41 4 37 4c-2 0-3 1-5 1s-3-1-5-1c-4 0-8 3-9 11.500C15 16 11 17 9 19z", fill: "#2c2438", stroke: "" },
  cap: { d: "M17 21c0-9 7-13 15-13s15 4 15 13c4 0 7 1 9 3-9 0-12-2-24-2s-13 1-15-1z", fill: "shirt", stroke: "" },
  visor: { d: "M16 22c10-5 22-5 32 0l4 5c-12-4-28-4-40 0z", fill: "#2f8f5b", stroke: "" },
  earrings: { d: "M17 34a1.800 1.800 0 1 0 3.600 0a1.800 1.800 0 1 0-3.600 0zM43.400 34a1.800 1.800 0 1 0 3.600 0a1.800 1.800 0 1 0-3.600 0z", fill: "#e9b949", stroke: "" },
} as const;

export const FACES: Record<string, Face> = {
  "person:style=nit": { ground: "#d9c8b4", skin: "#f0cfb0", hair: "#b9b4ad", shirt: "#7d5a6b", back: "bun", front: "side", mouth: "small", brows: 1, extras: ["glasses"] },
  "person:style=rock": { ground: "#b9c4c9", skin: "#e3b48f", hair: "#5a4636", shirt: "#46525e", front: "thin", mouth: "flat", brows: -1, extras: ["beard"] },
  "person:style=regular": { ground: "#c9d3ae", skin: "#c98f63", hair: "#2b1d16", shirt: "#3d6b58", back: "tail", front: "side", mouth: "smile" },
  "person:style=loose": { ground: "#f1cf9b", skin: "#f2c7a0", hair: "#c7782f", shirt: "#2f7fa3", front: "curls", mouth: "smile", brows: 1 },
  "person:style=station": { ground: "#c2cfe3", skin: "#e8bb96", hair: "#6d4a2c", shirt: "#a3402f", front: "short", mouth: "small", brows: 2, extras: ["cap", "moustache"] },
  "person:style=maniac": { ground: "#f0a98f", skin: "#f3c9a5", hair: "#8c1f1f", shirt: "#22262e", front: "spikes", mouth: "grin", brows: -3 },
  person: { ground: "#cfcad8", skin: "#a8734d", hair: "#1d1714", shirt: "#6a5fa0", front: "short", mouth: "smile" },
  "loki:som": { ground: "#b8d3cf", skin: "#f4d2b4", hair: "#d8b15c", shirt: "#5c6470", front: "side", mouth: "flat", extras: ["visor"] },
  poki: { ground: "#dcc3dd", skin: "#8a5a3c", hair: "#231815", shirt: "#c9792b", back: "bob", front: "curls", mouth: "smile", brows: 2, extras: ["earrings"] },
  expert: { ground: "#a9c3b1", skin: "#edc3a0", hair: "#3a2720", shirt: "#275f9f", back: "bob", front: "fringe", mouth: "smirk", extras: ["earrings"] },
  equilibrium: { ground: "#b5bfd9", skin: "#f1d3ba", hair: "#e4dccb", shirt: "#33405c", back: "long", front: "side", mouth: "flat", extras: ["glasses"] },
  villain: { ground: "#6a3fcf", skin: "#e2b797", hair: "#17121f", shirt: "#17121f", back: "bob", front: "widow", mouth: "smirk", brows: -4, extras: ["mask", "hat", "moustache"] },
};
