import type { PolicyData } from './policy.ts'
import type { PolicyDocument } from './document.ts'

const documents = new WeakMap<object, () => PolicyDocument>()

/** Notes where the document is by which the policy decides. */
export const keepDocument = (policy: object, read: () => PolicyDocument): void =>
  void documents.set(policy, read)

/**
 * The document by which the policy decides, for functions that change nothing: it is one object, while `document` is a copy
 * each time if the policy has dates. Undefined for an object that this package has not made.
 */
export const readOwnDocument = (policy: PolicyData): PolicyDocument | undefined => documents.get(policy)?.()
