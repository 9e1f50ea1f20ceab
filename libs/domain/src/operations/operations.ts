import { apiKeyOperations } from '../api-keys/api-key-operations.ts'
import { clientOperations } from '../clients/client-operations.ts'
import { deliveryOperations } from '../webhooks/delivery-operations.ts'
import { webhookOperations } from '../webhooks/webhook-operations.ts'
import type { ListOperation, ReadOperation } from './read-operations.ts'
import type { RunOperation } from './run-operation.ts'

/** An operation, whatever its input and its result are. */
export type AnyOperation = ListOperation | ReadOperation | RunOperation<never, unknown>

/** The operations that no declaration describes, under the names that the typed interface has for them. */
export const OPERATIONS = {
  ...apiKeyOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...clientOperations,
} as const satisfies Readonly<Record<string, AnyOperation>>

export type DeclaredOperation = keyof typeof OPERATIONS

/** The input of an operation; unknown for an operation without an input. */
export type InputOf<Name extends DeclaredOperation> =
  (typeof OPERATIONS)[Name] extends RunOperation<infer Input, unknown> ? Input : unknown
