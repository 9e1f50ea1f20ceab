import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Encrypts secrets that the service must read again, such as the secrets of webhooks, with AES-256-GCM. */
export interface Sealer {
  /** `about` names the owner of the text: the text cannot be opened for another owner. */
  seal(text: string, about: string): string
  /** @throws Error if the text was sealed with another key, moved, or changed. */
  open(sealed: string, about: string): string
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A name for a key, which does not reveal the key. Each sealed text contains the name of its key. */
const nameKey = (key: Uint8Array): string => createHash('sha256').update(key).digest('base64url').slice(0, 8)

const sealWith = (key: Uint8Array, text: string, about: string): string => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${nameKey(key)}.${sealed.toString('base64url')}`
}

const openWith = (key: Uint8Array, sealed: Buffer, about: string): string => {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

/** The first key seals; each key opens the texts that it has sealed. Keys have 32 bytes. */
export const createSealer = (keys: readonly [Uint8Array, ...(readonly Uint8Array[])]): Sealer => ({
  seal: (text, about) => sealWith(keys[0], text, about),
  open: (sealed, about) => {
    const [name, content = ''] = sealed.split('.')
    const key = keys.find((each) => nameKey(each) === name)
    if (key === undefined)
      throw new Error(
        `The ${about} was encrypted with another secret. Set ENCRYPTION_SECRET to the ` +
          'ENCRYPTION_SECRET or JWT_SECRET that the service used for the encryption.',
      )
    return openWith(key, Buffer.from(content, 'base64url'), about)
  },
})
