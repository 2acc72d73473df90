/** Bytes as text. */

/** Rejects when they cannot be read: a chosen file may have been changed or taken away since. */
export function base64Of(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const url = reader.result as string;
      resolve(url.slice(url.indexOf(",") + 1));
    });
    reader.addEventListener("error", () => reject(new Error("it can no longer be read")));
    reader.readAsDataURL(bytes);
  });
}
