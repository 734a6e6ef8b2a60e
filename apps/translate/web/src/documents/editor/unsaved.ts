const PREFIX = 'sextant-translate-unsaved/';

/** Keeps what was typed in this tab, until the service has it. */
export function keep(place: string, text: string): void {
  try {
    sessionStorage.setItem(PREFIX + place, text);
  } catch {
    // Private windows have no storage: the service has it half a second later.
  }
}

export function forget(place: string): void {
  try {
    sessionStorage.removeItem(PREFIX + place);
  } catch {
    // Nothing was kept.
  }
}

export function keptText(place: string): string | undefined {
  try {
    return sessionStorage.getItem(PREFIX + place) ?? undefined;
  } catch {
    return undefined;
  }
}
