import { IS_DEAD, replay, type WebhookDelivery } from '@content-service/domain/internal/webhooks'
import { timestamp, parseWebhookDeliveryId } from '@content-service/domain/internal/rules'
import { createCommand } from './actions.ts'
import { readRows, type OpenCommand } from './command.ts'
import { say } from './misused.ts'

const FIELDS = ['id', 'createdAt', 'type', 'webhookId', 'error'] as const
type Listed = Pick<WebhookDelivery, (typeof FIELDS)[number]>

const describeDelivery = ({ id, createdAt, type, webhookId, error }: Listed): string =>
  [id, timestamp(createdAt), type, webhookId, error].join('  ')

const list = async (opened: OpenCommand): Promise<void> => {
  const query = { from: 'webhookDeliveries', where: IS_DEAD, select: { fields: FIELDS } }
  for await (const delivery of readRows<Listed>(opened, query)) say(describeDelivery(delivery))
}

const replayAll = async ({ stores }: OpenCommand, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    await replay({ stores, now: () => new Date() }, parseWebhookDeliveryId(id))
    say(`The service will send ${id} again.`)
  }
}

export const command = createCommand({
  name: 'dead-letters',
  actions: {
    list: {
      help: 'lists the deliveries that the service gave up: id, time, event, webhook and reason',
      run: ({ open }) => open(list),
    },
    replay: {
      usage: 'ID …',
      help: 'sends deliveries again, with the same webhook-id',
      run: ({ open, words }) => open((opened) => replayAll(opened, words)),
    },
  },
})
