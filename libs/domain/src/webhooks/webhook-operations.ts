import type { ModelContext } from '../visibility/read-context.ts'
import { authorize, may, requireUser, requireCredential, type PolicyContext } from '../access/access.ts'
import type { Context, Limits, StoreContext, Clock } from '../context/context.ts'
import { conflict, notFound } from '../rules/errors.ts'
import { parseWebhookId, type UserId, type WebhookId } from '../rules/ids.ts'
import { declareList, declareRead } from '../operations/read-operations.ts'
import { actOnRecord, changeRecord, takeInput } from '../operations/run-operation.ts'
import { unconditional, type Precondition } from '../context/precondition.ts'
import { keepWithinScopes } from './event-scopes.ts'
import {
  changeWebhook,
  newWebhook,
  webhookRules,
  type NewWebhook,
  type WebhookChange,
} from './webhook-rules.ts'
import type { Webhook } from './webhook.ts'

const refuseMoreThan =
  ({ settings: { maxWebhooks } }: Limits) =>
  (held: number): void => {
    if (held >= maxWebhooks)
      throw conflict(`You already have ${maxWebhooks} webhooks. Delete one of them first.`)
  }

/** Checks whether the caller may have webhooks; returns the owner of the new webhooks. */
const authorizeWebhooks = (context: PolicyContext): UserId => {
  const ownerId = requireUser(context)
  authorize(context, 'webhooks:write', { ownerId })
  return ownerId
}

/** `createWebhook` (C3.8, C11.1): for the caller. Only this response contains the secret. */
export const createWebhook = async (
  context: Context,
  given: NewWebhook,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> => {
  const ownerId = authorizeWebhooks(context)
  const { webhooks } = context.stores
  const made = newWebhook(context.model, given, { id: webhooks.nextId(), ownerId, now: context.now() })
  keepWithinScopes(context, made.events)
  const { text, sealed } = context.signing.newSecret(made.id)
  return { webhook: await webhooks.add(made, sealed, refuseMoreThan(context)), secret: text }
}

/** A webhook that the caller may not read is NOT_FOUND (C7.8). */
export const authorizeWebhookChange = (context: PolicyContext, current: Pick<Webhook, 'ownerId'>): void => {
  if (!may(context, 'webhooks:read', current) && !may(context, 'webhooks:write', current))
    throw notFound('webhook')
  authorize(context, 'webhooks:write', current)
}

/** `updateWebhook`: a member that the change does not name keeps its value. */
export const updateWebhook = async (
  context: StoreContext & Clock,
  id: WebhookId | null,
  change: WebhookChange,
  precondition: Precondition<Webhook> = unconditional,
): Promise<Webhook> => {
  requireCredential(context)
  const changed =
    id &&
    (await context.stores.webhooks.change(id, (current) => {
      authorizeWebhookChange(context, current)
      precondition(current)
      const next = changeWebhook(context.model, current, { change, now: context.now() })
      if (next.url !== current.url || next.events !== current.events) keepWithinScopes(context, next.events)
      return next
    }))
  if (!changed) throw notFound('webhook')
  return changed
}

/** `deleteWebhook`: the service sends nothing more to the webhook. */
export const deleteWebhook = async (
  context: StoreContext,
  id: WebhookId | null,
  precondition: Precondition<Webhook> = unconditional,
): Promise<void> => {
  requireCredential(context)
  const removed =
    id &&
    (await context.stores.webhooks.remove(id, (current) => {
      authorizeWebhookChange(context, current)
      precondition(current)
    }))
  if (!removed) throw notFound('webhook')
}

/** C11.1: the time for which the earlier secret stays valid, so that the receiver can change over. */
const OVERLAP_MS = 24 * 3_600_000

/** `rotateWebhookSecret`: only this response contains the new secret; both secrets sign for 24 hours. */
export const rotateWebhookSecret = async (
  context: Context,
  id: WebhookId | null,
  precondition: Precondition<Webhook> = unconditional,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> => {
  requireCredential(context)
  const made = id && context.signing.newSecret(id)
  const now = context.now()
  const webhook =
    made &&
    (await context.stores.webhooks.rotateSecret(id, (current) => {
      authorizeWebhookChange(context, current)
      precondition(current)
      return {
        webhook: { ...current, updatedAt: now, version: current.version + 1 },
        sealedSecret: made.sealed,
        previousUntil: new Date(now.getTime() + OVERLAP_MS),
      }
    }))
  if (!made || !webhook) throw notFound('webhook')
  return { webhook, secret: made.text }
}

const webhooks = declareList({ resource: 'webhooks', from: 'webhooks', access: 'webhooks:read' })

const declared = { resource: 'webhooks', access: 'webhooks:write' } as const
const rules = ({ model }: ModelContext) => webhookRules(model)
const permission = 'webhooks:read'

export const webhookOperations = {
  webhooks,
  webhook: declareRead(webhooks, { word: 'webhook', parseId: parseWebhookId }),
  createWebhook: takeInput(createWebhook, {
    ...declared,
    hasSecret: true,
    authorize: authorizeWebhooks,
    rules,
    shows: { permission, member: 'webhook' },
  }),
  updateWebhook: changeRecord(parseWebhookId, updateWebhook, { ...declared, rules, shows: { permission } }),
  deleteWebhook: actOnRecord(parseWebhookId, deleteWebhook, { ...declared, isConditional: true }),
  rotateWebhookSecret: actOnRecord(parseWebhookId, rotateWebhookSecret, {
    ...declared,
    hasSecret: true,
    isConditional: true,
    shows: { permission, member: 'webhook' },
  }),
} as const
