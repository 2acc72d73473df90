/** The storage of the browser, which a person may have switched off; `null` without one. */
export function storageOf(storage: () => Storage): Storage | null {
  try {
    return storage();
  } catch {
    return null;
  }
}
