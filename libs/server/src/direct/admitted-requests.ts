import type { IncomingMessage } from 'node:http'
import type { Quota } from '@content-service/identity'
import type { RequestLocals } from '../request-locals.ts'

/** A request whose sender and body are known before express receives it: see direct-requests.ts. */
export interface AdmittedRequest {
  readonly locals: Pick<RequestLocals, 'requestId' | 'startedAt' | 'quotaUsage' | 'body'>
  /** Rejects for a refused sender. */
  readonly identified: Promise<Pick<RequestLocals, 'context' | 'bucket' | 'renewal' | 'abort'>>
  /** Calls the function with the quota of the sender, now and after each change. */
  tellQuota(tell: (quota: Quota) => void): void
}

const admitted = new WeakMap<IncomingMessage, AdmittedRequest>()

export const noteAdmitted = (request: IncomingMessage, facts: AdmittedRequest): void =>
  void admitted.set(request, facts)

export const findAdmitted = (request: IncomingMessage): AdmittedRequest | undefined => admitted.get(request)
