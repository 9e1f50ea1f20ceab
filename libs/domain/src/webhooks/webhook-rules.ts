import { accept, required } from '../rules/accept.ts'
import { InvalidValue } from '../rules/errors.ts'
import type { EventName } from '../model/event-names.ts'
import type { UserId, WebhookId } from '../rules/ids.ts'
import type { ContentModel } from '../model/content-model.ts'
import { limitItems, quote } from '../rules/text.ts'
import { webAddress } from '../rules/addresses.ts'
import type { Webhook } from './webhook.ts'

const createEventRule =
  ({ eventNames }: ContentModel) =>
  (names: readonly string[]): readonly EventName[] => {
    if (names.length === 0) throw new InvalidValue('must name at least one event')
    const unknown = limitItems(names).find((name) => !eventNames.includes(name))
    if (unknown !== undefined)
      throw new InvalidValue(`must be one of ${eventNames.join(', ')}; ${quote(unknown)} is not`)
    return eventNames.filter((known) => names.includes(known))
  }

/** C11.1: the rules of the members of a webhook. */
export const webhookRules = (model: ContentModel) => ({
  url: required(webAddress),
  events: required(createEventRule(model)),
  enabled: required((value: boolean) => value),
})

export interface NewWebhook {
  readonly url: string
  readonly events: readonly string[]
}

export interface WebhookChange {
  readonly url?: string | null | undefined
  readonly events?: readonly string[] | null | undefined
  readonly enabled?: boolean | null | undefined
}

export const newWebhook = (
  model: ContentModel,
  given: NewWebhook,
  { id, ownerId, now }: { readonly id: WebhookId; readonly ownerId: UserId; readonly now: Date },
): Webhook => {
  const accepted = accept(webhookRules(model), { enabled: true, ...given })
  return { id, ownerId, ...accepted, failingSince: null, createdAt: now, updatedAt: null, version: 1 }
}

export const changeWebhook = (
  model: ContentModel,
  current: Webhook,
  { change, now }: { readonly change: WebhookChange; readonly now: Date },
): Webhook => {
  const accepted = { ...current, ...accept(webhookRules(model), change) }
  const isEnabled = accepted.enabled && !current.enabled
  const next = isEnabled ? { ...accepted, failingSince: null } : accepted
  const differs =
    next.url !== current.url ||
    next.enabled !== current.enabled ||
    next.events.join() !== current.events.join()
  return differs ? { ...next, updatedAt: now, version: current.version + 1 } : current
}
