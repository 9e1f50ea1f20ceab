import { createHash, randomBytes } from 'node:crypto'
import type { MadeSecret, SecretMaker } from '@content-service/domain'
import { newApiKey } from './api-keys/api-key-text.ts'

const TOKEN_BYTES = 32

/** What is kept of a secret that is random: nobody guesses 32 bytes, so that a fast hash is enough. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

const made = (text: string): MadeSecret => ({ text, digest: digestOf(text) })

export const secretMaker: SecretMaker = {
  apiKey: () => made(newApiKey()),
  token: () => made(randomBytes(TOKEN_BYTES).toString('base64url')),
  digestOf,
}
