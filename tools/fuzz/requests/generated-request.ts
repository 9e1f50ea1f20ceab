/** A request of the fuzzer, complete and ready to send. */
export interface GeneratedRequest {
  /** The kind and variant of its generator, for the report. */
  readonly kind: string
  readonly variant: string
  readonly method: string
  /** The path with the query. */
  readonly path: string
  /** The headers; a name can occur several times. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | Uint8Array | undefined
}

/** Sends some of the requests, with these headers. */
export interface Sender {
  readonly name: string
  /** The share of this sender, relative to the other senders. */
  readonly share: number
  readonly headers: readonly (readonly [string, string])[]
}

/** The records that requests name, and the credentials that they send. */
export interface FuzzWorld {
  readonly ids: Readonly<Record<KnownKind, readonly string[]>>
  readonly senders: readonly Sender[]
  readonly client: { readonly id: string; readonly secret: string }
}

/** The kinds of records that have an address. */
export const KNOWN_KINDS = [
  'users',
  'articles',
  'comments',
  'products',
  'categories',
  'api-keys',
  'webhooks',
  'oauth-clients',
] as const
export type KnownKind = (typeof KNOWN_KINDS)[number]

export const isKnownKind = (text: string): text is KnownKind => KNOWN_KINDS.some((kind) => kind === text)

export const JSON_TYPE = ['content-type', 'application/json'] as const
