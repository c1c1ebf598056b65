// Small things kept in this browser; a browser that keeps nothing still works.

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`villain.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`villain.${key}`);
    else localStorage.setItem(`villain.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may refuse.
  }
}
