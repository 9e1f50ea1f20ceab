import { IS_DEAD, NEWEST, replay, timestamp, webhookDeliveryId, type Row } from '@content-service/domain'
import { Misused, say, withDatabase, type Command, type Opened } from './command.ts'

const FIELDS = ['id', 'createdAt', 'type', 'webhookId', 'error']
const AT_ONCE = 500

const line = (row: Row): string =>
  [row['id'], timestamp(row['createdAt'] as Date), row['type'], row['webhookId'], row['error']].join('  ')

const list = async ({ stores }: Opened): Promise<void> => {
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await stores.reader.find({
      from: 'webhookDeliveries',
      where: IS_DEAD,
      orderBy: NEWEST,
      window: { limit: AT_ONCE, offset },
      select: { fields: FIELDS },
    })
    for (const row of rows) say(line(row))
    if (rows.length < AT_ONCE) return
  }
}

const replayAll = async ({ stores }: Opened, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    await replay({ stores, now: () => new Date() }, webhookDeliveryId(id))
    say(`The service will send ${id} again.`)
  }
}

export const command: Command = {
  help: `Usage: content-service dead-letters list
       content-service dead-letters replay ID …

  list     lists the deliveries that the service gave up: id, time, event, webhook and reason
  replay   sends deliveries again, with the same webhook-id`,
  run: ([name, ...ids], composition) => {
    const isList = name === 'list' && ids.length === 0
    const isReplay = name === 'replay' && ids.length > 0
    if (!isList && !isReplay)
      throw new Misused(
        'Give an action: list or replay ID …. To see the details, run content-service dead-letters --help',
      )
    return withDatabase('dead-letters', composition, async (opened) => {
      await (isList ? list(opened) : replayAll(opened, ids))
      return 0
    })
  },
}
