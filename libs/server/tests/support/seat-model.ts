import { setTimeout as sleep } from 'node:timers/promises'
import {
  builtInModel,
  ContentError,
  contentModel,
  field,
  operation,
  record,
  type OperationContext,
} from '@content-service/domain'

const about = 'A test.'

export const Show = record({
  name: 'Show',
  plural: 'shows',
  about,
  allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
  fields: {
    title: field.line(80, { about }),
    seats: field.integer(0, 1_000, { about, initial: 1 }),
  },
})

export const Seat = record({
  name: 'Seat',
  plural: 'seats',
  about,
  allowed: { read: { ADMIN: 'all' }, write: { ADMIN: 'all' } },
  fields: {
    name: field.line(80, { about }),
    show: field.one(Show, { about, inverse: 'bookings', onDelete: 'cascade' }),
  },
})

const READ = 'query ($id: ID!) { show(id: $id) { title seats } }'
const TAKE = 'mutation ($id: ID!, $seats: Int!) { updateShow(input: { id: $id, seats: $seats }) { seats } }'
const ADD =
  'mutation ($show: ID!, $name: String!) { createSeat(input: { showId: $show, name: $name }) { id } }'

interface ShowRow {
  readonly title: string
  readonly seats: number
}

/** The rows of an answer that must have no errors. */
export const ask = async <Data>(
  { graphql }: OperationContext,
  document: string,
  variables?: Record<string, unknown>,
): Promise<Data> => {
  const { data, errors } = await graphql(document, variables)
  if (errors) throw new ContentError('CONFLICT', errors[0]?.message ?? '')
  return data as Data
}

const readShow = async (context: OperationContext, id: string): Promise<ShowRow> => {
  const { show } = await ask<{ show: ShowRow | null }>(context, READ, { id })
  if (show === null) throw new ContentError('NOT_FOUND', 'There is no such show.')
  return show
}

/** Books a seat: the lock makes bookings of a show wait for each other. */
export const bookSeat = operation({
  name: 'bookSeat',
  about: 'Books a seat of a show.',
  kind: 'write',
  permission: 'bookings:run',
  permissions: ['shows:read', 'shows:write', 'seats:read', 'seats:write'],
  cost: 0,
  input: { show: field.one(Show, { about: 'The show.' }), name: field.line(80, { about: 'The guest.' }) },
  returns: {
    seat: field.line(36, { about: 'The id of the seat.' }),
    left: field.integer(0, 1_000, { about: 'The seats that are left.' }),
  },
  run: async (context, { show, name }) => {
    await context.lock(Show, [show])
    const { seats } = await readShow(context, show)
    if (seats === 0) throw new ContentError('CONFLICT', 'All seats are booked.')
    await ask(context, TAKE, { id: show, seats: seats - 1 })
    const { createSeat } = await ask<{ createSeat: { id: string } }>(context, ADD, { show, name })
    if (name === 'Fail') throw new Error('The secret words.')
    return { seat: createSeat.id, left: seats - 1 }
  },
})

const showReport = operation({
  name: 'showReport',
  about: 'Counts the seats of the shows.',
  kind: 'read',
  permission: 'reports:run',
  permissions: ['seats:read'],
  cost: 0,
  input: {
    least: field.integer(0, 1_000, { about: 'The least seats of a show.', initial: 0 }),
    price: field.decimal(10, 2, { about: 'The price.', optional: true }),
    since: field.time({ about: 'The first creation.', optional: true }),
    exact: field.flag({ about: 'Whether it must be exact.', initial: true }),
  },
  returns: {
    shows: field.list(
      field.group(
        { title: field.line(80, { about }), seats: field.integer(0, 1_000, { about }) },
        { about: 'A show.' },
      ),
      { about: 'The shows.', most: 100 },
    ),
    booked: field.integer(0, 1_000_000, { about: 'All booked seats.' }),
    at: field.time({ about: 'The time of the report.' }),
    price: field.decimal(10, 2, { about: 'The price.', optional: true }),
  },
  run: async (context, { least = 0, price, exact }) => {
    const data = await ask<{ shows: readonly ShowRow[]; seats: readonly object[] }>(
      context,
      '{ shows(limit: 100) { title seats } seats(limit: 100) { id } }',
    )
    const shows = data.shows.filter(({ seats }) => seats >= least)
    return { shows, booked: exact ? data.seats.length : 0, at: context.now, price: price ?? null }
  },
})

/** Runs what the test hands over. */
const createProbe = (kind: 'read' | 'write', name: string, permissions: readonly string[], timeout = 1) =>
  operation({
    name,
    about: 'Runs what a test needs.',
    kind,
    permission: 'bookings:run',
    permissions,
    cost: 0,
    timeout,
    input: {
      what: field.line(200, { about: 'The case.' }),
      show: field.line(200, { about, optional: true }),
    },
    returns: { done: field.text(10_000, { about: 'The result.' }) },
    run: async (context, { what, show }) => {
      const run = CASES[what]
      if (run === undefined) throw new ContentError('NOT_FOUND', `There is no case ${what}.`)
      return { done: JSON.stringify((await run(context, show ?? '')) ?? null) }
    },
  })

const RENAME =
  'mutation ($id: ID!, $title: String!) { updateShow(input: { id: $id, title: $title }) { title } }'

/** What the code of an operation does, by name. */
export const CASES: Record<string, (context: OperationContext, show: string) => Promise<unknown>> = {
  rename: (context, id) => context.graphql(RENAME, { id, title: 'Renamed' }),
  'rename and throw': async (context, id) => {
    await ask(context, RENAME, { id, title: 'Thrown' })
    throw new Error('The secret words.')
  },
  'throw a number': () => Promise.reject(7),
  'throw a foreign code': () => Promise.reject(new ContentError('SEATS' as 'CONFLICT', 'No code.')),
  'two requests, one wrong': async (context, id) => {
    const wrong = await context.graphql(
      'mutation ($id: ID!) { a: updateShow(input: { id: $id, title: "Half" }) { title } b: updateShow(input: { id: $id, seats: -1 }) { title } }',
      { id },
    )
    const right = await context.graphql(RENAME, { id, title: 'Right' })
    return [wrong.data, wrong.errors?.length, right.data]
  },
  'see own write': async (context, id) => {
    await ask(context, RENAME, { id, title: 'Seen' })
    const { shows } = await ask<{ shows: readonly { id: string; title: string }[] }>(
      context,
      '{ shows(where: { title: { eq: "Seen" } }) { id title } }',
    )
    return shows.some((show) => show.id === id)
  },
  'too late': async (context, id) => {
    await ask(context, RENAME, { id, title: 'Late' })
    await sleep(1_500)
    return context.graphql(RENAME, { id, title: 'Later' })
  },
  'block the process': async (context, id) => {
    await ask(context, RENAME, { id, title: 'Blocked' })
    const end = performance.now() + 1_200
    while (performance.now() < end);
  },
  'wrong document': (context) => context.graphql('{ nothing }'),
  'no document': (context) => context.graphql(7 as never),
  'fail a statement': async (context, id) => {
    const failed = await context.graphql(
      'mutation($id: ID!) { createSeat(input: { showId: $id, name: "x" }) { id } }',
      {
        id: '0197c3a4-0000-7000-8000-000000000000',
      },
    )
    const renamed = await context.graphql(RENAME, { id, title: 'After' })
    return [failed.errors?.length, renamed.data]
  },
  'call itself': (context) => context.graphql('mutation { probe(what: "call itself") { done } }'),
  'call a read that writes': (context, id) =>
    context.graphql('query($id: String!) { readProbe(what: "rename", show: $id) { done } }', { id }),
  hold: async (context, id) => {
    await context.lock('Show', [id])
    await sleep(200)
  },
  'lock two': async (context, ids) => {
    await context.lock(Show, ids.split(' '))
    await sleep(50)
  },
  'lock nothing': (context) => context.lock('Nothing', []),
  'sleep a little': () => sleep(300),
  'not wait': async (context, id) => {
    void context.graphql(RENAME, { id, title: 'Not waited' })
  },
  'two at once': async (context, id) => {
    const answers = await Promise.all(['One', 'Two'].map((title) => context.graphql(RENAME, { id, title })))
    return answers.map(({ errors }) => errors ?? null)
  },
}

const wrongOutput = operation({
  name: 'wrongOutput',
  about,
  kind: 'write',
  permission: 'bookings:run',
  permissions: ['shows:write', 'shows:read'],
  cost: 0,
  input: { show: field.one(Show, { about }) },
  returns: { count: field.integer(0, 10, { about }) },
  run: async (context, { show }) => {
    await ask(context, RENAME, { id: show, title: 'Wrong' })
    return { count: 11, more: 'The secret words.' } as { count: number }
  },
})

const dear = operation({
  name: 'dear',
  about,
  kind: 'read',
  permission: 'reports:run',
  returns: { ok: field.flag({ about, initial: true }) },
  run: () => ({ ok: true }),
})

const ALL = ['shows:read', 'shows:write', 'seats:read', 'seats:write']

export const seatModel = contentModel([...builtInModel.types, Show, Seat], {
  operations: [
    bookSeat,
    showReport,
    createProbe('write', 'probe', ALL),
    createProbe('read', 'readProbe', ALL),
    createProbe('write', 'bareProbe', []),
    wrongOutput,
    dear,
  ],
  permissions: { 'bookings:run': { GUEST: 'all' }, 'reports:run': { EDITOR: 'all' } },
})
