import type { PolicyDocument } from '../engine/policy/document.ts'
import type { KindsByName } from '../engine/conditions/kind.ts'

/** A policy as JSON: a `PolicyDocument` with tagged dates and bigints, and with the attributes that rules may name. */
export interface JsonPolicy extends PolicyDocument {
  readonly $schema?: string
  /** The attributes of each resource, as a list or with their kinds. */
  readonly attributes?: Readonly<Record<string, readonly string[] | KindsByName>>
}
