/** A random Idempotency-Key. `crypto.randomUUID` is missing in pages that are not served over HTTPS. */
export const makeKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
