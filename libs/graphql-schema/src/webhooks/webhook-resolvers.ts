import {
  atVersion,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWritten,
  rotateWebhookSecret,
  updateWebhook,
  webhookId,
  windowOf,
} from '@content-service/domain'
import { within } from '../input-errors.ts'
import { selected, selectedAt } from '../reading/plans.ts'
import { stillThere } from '../reading/still-there.ts'
import type { MutationResolvers, QueryResolvers } from '../resolver-types.ts'

export const webhookQueries = {
  webhooks: (_, { limit, offset }, context, info) =>
    listWebhooks(context, windowOf(limit ?? 100, offset ?? 0), selected('Webhook', info)),
} satisfies Partial<QueryResolvers>

export const webhookMutations = {
  createWebhook: async (_, { input }, context, info) => {
    const { webhook, secret } = await within(['input'], () => createWebhook(context, input))
    const read = readWritten(context, 'webhooks', webhook.id, selectedAt('Webhook', ['webhook'], info))
    return { secret, webhook: await stillThere(read) }
  },
  updateWebhook: async (_, { input: { id, version, ...change } }, context, info) => {
    const update = () => updateWebhook(context, webhookId(id), change, atVersion(version))
    const { id: updated } = await within(['input'], update)
    return stillThere(readWritten(context, 'webhooks', updated, selected('Webhook', info)))
  },
  rotateWebhookSecret: async (_, { id, version }, context, info) => {
    const { webhook, secret } = await rotateWebhookSecret(context, webhookId(id), atVersion(version))
    const read = readWritten(context, 'webhooks', webhook.id, selectedAt('Webhook', ['webhook'], info))
    return { secret, webhook: await stillThere(read) }
  },
  deleteWebhook: async (_, { id }, context) => {
    await deleteWebhook(context, webhookId(id))
    return true
  },
} satisfies Partial<MutationResolvers>
