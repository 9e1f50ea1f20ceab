import { createHash } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'

/** The documents that may run (C5.9). */
export interface TrustedDocuments {
  /** Whether only these documents run. */
  readonly isRequired: boolean
  /** The documents by their SHA-256 in lower-case hexadecimal. */
  readonly documents: ReadonlyMap<string, string>
}

export const NO_TRUSTED_DOCUMENTS: TrustedDocuments = { isRequired: false, documents: new Map() }

/** The bytes of the registered documents. A client sends a dropped document again with its text. */
const DEFAULT_BYTES = 8 * 1_048_576
const KEPT_MS = 24 * 3_600_000

export const hashDocument = (document: string): string => createHash('sha256').update(document).digest('hex')

const notFound = (): GraphQLError =>
  new GraphQLError(
    'The service does not know a document with this hash. Send the hash with the document, or ask the operator to register the document.',
    {
      extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
    },
  )

const hashMismatch = (): GraphQLError =>
  new GraphQLError(
    'The hash does not belong to the document. Send the SHA-256 of the document in hexadecimal.',
    {
      extensions: { code: 'BAD_REQUEST' },
    },
  )

/**
 * Documents by their hashes: those of the operator, and those that clients register by sending hash and text (C5.9).
 */
export class DocumentRegistry {
  readonly #trusted: TrustedDocuments
  readonly #registered: LRUCache<string, string>

  constructor(trusted = NO_TRUSTED_DOCUMENTS, bytes = DEFAULT_BYTES) {
    this.#trusted = trusted
    this.#registered = new LRUCache({
      maxSize: bytes,
      sizeCalculation: (document, hash) => 2 * (document.length + hash.length),
      ttl: KEPT_MS,
    })
  }

  /**
   * The document to run. @throws GraphQLError PERSISTED_QUERY_NOT_FOUND, or BAD_REQUEST for a hash that does not match.
   */
  resolve(query: string | undefined, hash: string | undefined): string | undefined {
    if (query === undefined) return hash === undefined ? undefined : this.#find(hash)
    const actual = hash !== undefined || this.#trusted.isRequired ? hashDocument(query) : undefined
    if (hash !== undefined && hash !== actual) throw hashMismatch()
    if (actual !== undefined) this.#admit(actual, query)
    return query
  }

  #find(hash: string): string {
    const document = this.#trusted.documents.get(hash) ?? this.#registered.get(hash)
    if (document === undefined) throw notFound()
    return document
  }

  #admit(hash: string, query: string): void {
    if (this.#trusted.documents.has(hash)) return
    if (this.#trusted.isRequired) throw notFound()
    this.#registered.set(hash, query)
  }
}
