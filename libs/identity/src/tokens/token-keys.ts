import { createHash, createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'

export const SIGNING_ALGORITHMS = ['HS256', 'ES256', 'RS256'] as const
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number]

/** A key with its only algorithm (RFC 8725 §3.1). */
export interface TokenKey {
  /** The `kid` of its tokens; undefined for the shared secret, whose tokens name no key. */
  readonly id: string | undefined
  readonly algorithm: SigningAlgorithm
  readonly verify: KeyObject
}

export interface TokenKeys {
  readonly signing: TokenKey & { readonly sign: KeyObject }
  /** All keys of accepted tokens. There are two during a change of keys. */
  readonly all: readonly TokenKey[]
}

const LEAST_SECRET_BYTES = 32
const LEAST_RSA_BITS = 2_048

export const checkSecret = (secret: string): string | null =>
  Buffer.byteLength(secret) < LEAST_SECRET_BYTES ? `must have at least ${LEAST_SECRET_BYTES} bytes` : null

const createHmacKey = (secret: string) => {
  const key = createSecretKey(secret, 'utf8')
  return { id: undefined, algorithm: 'HS256', sign: key, verify: key } as const
}

/** HS256: one secret, which signs and verifies. */
export const createSecretKeys = (secret: string): TokenKeys => {
  const key = createHmacKey(secret)
  return { signing: key, all: [key] }
}

const detectAlgorithm = (key: KeyObject): SigningAlgorithm => {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return 'ES256'
  if (key.asymmetricKeyType === 'rsa' && modulusLength >= LEAST_RSA_BITS) return 'RS256'
  throw new Error(`must contain keys on the curve P-256, or RSA keys of at least ${LEAST_RSA_BITS} bits`)
}

/** RFC 7638: the required members, in the order of their names. */
const computeThumbprint = (key: KeyObject): string => {
  const { crv, e, kty, n, x, y } = key.export({ format: 'jwk' })
  const members = kty === 'EC' ? { crv, kty, x, y } : { e, kty, n }
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url')
}

const PEM = /-----BEGIN ((?:EC |RSA )?PRIVATE|PUBLIC) KEY-----[^-]+-----END \1 KEY-----/g

const parsePemKey = (pem: string) => {
  const verify = createPublicKey(pem)
  const sign = pem.includes('PRIVATE') ? createPrivateKey(pem) : undefined
  return { id: computeThumbprint(verify), algorithm: detectAlgorithm(verify), verify, sign }
}

/**
 * ES256 and RS256: the keys of a PEM file. The first key signs. Tokens of the other keys stay valid: to change the key,
 * put the new key first, and remove the old key after its last token has expired.
 * @throws Error with a message about the required form of the file.
 */
export const parsePemKeys = (text: string): TokenKeys => {
  const keys = (text.match(PEM) ?? []).map(parsePemKey)
  const [first] = keys
  if (first?.sign === undefined)
    throw new Error('must contain a private key in PEM first; older keys may follow')
  return { signing: { ...first, sign: first.sign }, all: keys }
}

/** The keys of a file, and the secret: tokens that other programs sign with the secret stay valid. */
export const addSecret = (keys: TokenKeys, secret: string): TokenKeys => ({
  ...keys,
  all: [...keys.all, createHmacKey(secret)],
})

/** RFC 7517: the public keys, without the secret. */
export const exportPublicKeys = ({ all }: TokenKeys): readonly object[] =>
  all
    .filter(({ id }) => id !== undefined)
    .map(({ id, algorithm, verify }) => ({
      ...verify.export({ format: 'jwk' }),
      kid: id,
      alg: algorithm,
      use: 'sig',
    }))
