import {
  failureText,
  IS_DEAD,
  NEWEST,
  replay,
  serviceAct,
  timestamp,
  webhookDeliveryId,
  type Row,
  type Stores,
} from '@content-service/domain'
import { createStores } from '@content-service/persistence'
import { readSettings } from './config.ts'
import { openConfiguredDatabase } from './database.ts'

const HELP = `Usage: npm run dead-letters -- list
       npm run dead-letters -- replay ID …

  list     the latest hundred deliveries to webhooks that were given up: id, time, event, webhook and reason
  replay   has them sent once more, with the same webhook-id

The database is that of the settings (see npm start -- --help). An embedded one must not be in use.
`

const FIELDS = ['id', 'createdAt', 'type', 'webhookId', 'error']

const line = (row: Row): string =>
  [row['id'], timestamp(row['createdAt'] as Date), row['type'], row['webhookId'], row['error']].join('  ')

const list = async ({ reader }: Stores): Promise<string> => {
  const window = { limit: 100, offset: 0 }
  const select = { fields: FIELDS }
  const rows = await reader.find({
    from: 'webhookDeliveries',
    where: IS_DEAD,
    orderBy: NEWEST,
    window,
    select,
  })
  return rows.length === 0 ? 'There are none.\n' : `${rows.map(line).join('\n')}\n`
}

const replayAll = async (stores: Stores, ids: readonly string[]): Promise<string> => {
  for (const id of ids) await replay({ stores, now: () => new Date() }, webhookDeliveryId(id))
  return `${ids.length} to be sent once more.\n`
}

const withStores = async (work: (stores: Stores) => Promise<string>): Promise<string> => {
  const opened = await openConfiguredDatabase(readSettings(process.env))
  try {
    return await work(createStores(opened.database.session(), serviceAct('dead-letters', new Date())))
  } finally {
    await opened.close()
  }
}

const main = async ([command, ...ids]: readonly string[]): Promise<string> => {
  if (command === 'list' && ids.length === 0) return withStores(list)
  if (command === 'replay' && ids.length > 0) return withStores((stores) => replayAll(stores, ids))
  return HELP
}

main(process.argv.slice(2)).then(
  (text) => process.stdout.write(text),
  (error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`)
    process.exitCode = 1
  },
)
