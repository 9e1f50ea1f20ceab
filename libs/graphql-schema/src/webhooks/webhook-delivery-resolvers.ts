import {
  readDeadLetters,
  readDeliveries,
  readWrittenDelivery,
  replayDeadLetter,
  testWebhook,
  webhookDeliveryId,
  webhookId,
} from '@content-service/domain'
import { connectionPage, selectedNodes } from '../reading/connections.ts'
import { selected } from '../reading/plans.ts'
import { stillThere } from '../reading/still-there.ts'
import type { MutationResolvers, QueryResolvers } from '../resolver-types.ts'

export const webhookDeliveryQueries = {
  webhookDeliveries: (_, { id, ...page }, context, info) =>
    readDeliveries(context, webhookId(id), connectionPage(page), selectedNodes('WebhookDelivery', info)),
  deadLetters: (_, page, context, info) =>
    readDeadLetters(context, connectionPage(page), selectedNodes('WebhookDelivery', info)),
} satisfies Partial<QueryResolvers>

export const webhookDeliveryMutations = {
  testWebhook: async (_, { id }, context, info) => {
    const delivery = await testWebhook(context, webhookId(id))
    return stillThere(readWrittenDelivery(context, delivery, selected('WebhookDelivery', info)))
  },
  replayDeadLetter: async (_, { id }, context, info) => {
    const delivery = await replayDeadLetter(context, webhookDeliveryId(id))
    return stillThere(readWrittenDelivery(context, delivery, selected('WebhookDelivery', info)))
  },
} satisfies Partial<MutationResolvers>
