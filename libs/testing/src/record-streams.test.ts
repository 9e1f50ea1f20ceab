import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

const about = 'A test.'
const Auction = record({
  name: 'Auction',
  plural: 'auctions',
  about,
  live: true,
  allowed: { read: { GUEST: (auction) => auction.isOpen.eq(true), EDITOR: 'all' }, write: { EDITOR: 'all' } },
  fields: { title: field.line(80, { about }), isOpen: field.flag({ about, initial: true }) },
})
const model = contentModel([...builtInModel.types, Auction])

/** The data of a stream, up to its end. */
const END = ['{"data":null}', '']

describe('C11.1 the stream of a record of a declared type', () => {
  let service: TestService
  let path: string
  let id: string
  beforeAll(async () => {
    service = await startService({ content: { model } })
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    ;({ id } = await service.seed.record(Auction, { title: 'A chair' }))
    path = `/api/auctions/${id}`
  })

  /** Opens a stream. `heard` has the data of all its events. */
  const open = async (of: string): Promise<{ readonly heard: Promise<readonly string[]> }> => {
    const response = await fetch(`${service.url}/graphql/stream`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ query: `subscription { auctionChanged(id: "${of}") { title } }` }),
    })
    const read = async () =>
      [...(await response.text()).matchAll(/^data: ?(.*)$/gm)].map(([, data = '']) => data)
    return { heard: read() }
  }
  const change = (method: string, body?: object) => service.as('EDITOR').rest(method, path, { body })

  it('C11.1 ends with null when its reader may not read the record any more', async () => {
    const { heard } = await open(id)
    await change('PATCH', { isOpen: false })
    expect(await heard).toEqual(END)
  })

  it('C11.1 ends with null when the record is deleted', async () => {
    const { heard } = await open(id)
    await change('DELETE')
    expect(await heard).toEqual(END)
  })

  it('C11.1 ends with null at once for a record that never was, and for a hidden one', async () => {
    await change('PATCH', { isOpen: false })
    for (const unseen of ['01890000-0000-7000-8000-000000000000', 'nonsense', id])
      expect(await (await open(unseen)).heard).toEqual(END)
  })
})
