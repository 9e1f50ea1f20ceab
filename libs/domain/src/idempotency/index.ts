export { readIdempotencyKey } from './idempotency-key.ts'
export type { DoneRequest, IdempotencyStore, KeptRequest, UnitOfWork } from './idempotency-store.ts'
export { type IdempotentRequest, runIdempotent } from './run-idempotent.ts'
