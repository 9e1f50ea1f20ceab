import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { MadeSecret, SecretMaker } from '@content-service/domain/internal/api-keys'
import { createApiKey } from './api-key-text.ts'

const TOKEN_BYTES = 32

/** The digest of a random secret. An attacker cannot guess 32 bytes, so that a fast hash is enough. */
export const digest = (text: string): string => hash('sha256', text, 'base64url')

const createMadeSecret = (text: string): MadeSecret => ({ text, digest: digest(text) })

export const secretMaker: SecretMaker = {
  apiKey: () => createMadeSecret(createApiKey()),
  token: () => createMadeSecret(randomBytes(TOKEN_BYTES).toString('base64url')),
  digest: digest,
}

/** 256 random bits. */
export const createSecret = (): string => secretMaker.token().text

/** Compares in constant time. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)))
