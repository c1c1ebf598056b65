// Asking the server. What goes wrong is thrown as words for people.

export class Refused extends Error {}

const GONE = "The server does not answer. Is `villain play` still running?";

async function answer<T>(reply: Response): Promise<T> {
  if (reply.ok) return (await reply.json()) as T;
  let words = `The server refused (${reply.status}).`;
  try {
    const body = (await reply.json()) as { words?: unknown };
    if (typeof body.words === "string") words = body.words;
  } catch {
    // No words: the number must do.
  }
  throw new Refused(words);
}

async function send<T>(path: string, options: RequestInit = {}): Promise<T> {
  let reply: Response;
  try {
    reply = await fetch(path, options);
  } catch {
    throw new Refused(GONE);
  }
  return answer<T>(reply);
}

export function get<T>(path: string, asked: Record<string, string | number> = {}): Promise<T> {
  const query = new URLSearchParams(
    Object.entries(asked).map(([key, value]) => [key, String(value)]),
  ).toString();
  return send<T>(query ? `${path}?${query}` : path);
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return send<T>(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

export function upload<T>(path: string, file: File): Promise<T> {
  const form = new FormData();
  form.append("file", file);
  return send<T>(path, { method: "POST", body: form });
}

/** The address of a socket on this server. */
export function socketAddress(path: string): string {
  const url = new URL(path, location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return url.href;
}
