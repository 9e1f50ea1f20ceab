import type { RecordType } from '@content-service/domain'
import { hidesTrash } from '@content-service/domain/internal/model'
import { FIELD_KIND_NAMES } from '@content-service/domain/internal/tool-model'
import fc, { type GeneratorValue } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns } from '../check/long-tests.ts'
import { generateFleetModel, listFleet, listKinds } from './model/fleet-model.ts'
import type { Body } from './plan/bodies.ts'
import { driveFilters } from './plan/drive-filters.ts'
import { driveOrders } from './plan/drive-orders.ts'
import { addFirst, createDrive, driveRecord, type Drive } from './plan/drive-records.ts'
import { driveDraft } from './plan/drive-drafts.ts'
import { driveLikes } from './plan/drive-likes.ts'
import { driveRemovals } from './plan/drive-removals.ts'
import { driveRevisions } from './plan/drive-revisions.ts'
import { driveSchedule } from './plan/drive-schedules.ts'
import { AskedFilters, drawFilters } from './plan/filters.ts'
import { createPace } from './plan/pace.ts'
import { readAll } from './plan/read-all.ts'
import { Fleet } from './service/fleet.ts'
import { exportLines, moveContent, nameLines } from './service/move-content.ts'
import { openFleet, type OpenFleet } from './service/open-fleet.ts'
import type { FleetService } from './service/open-service.ts'

const SEED = Number(process.env['FLEET_SEED'] ?? 20_261_130)
const TYPES = 50
/** 500 records, and 20,000 in the long form. */
const RECORDS = TYPES * countRuns({ short: 10, long: 400 })
/** A filter that no type has had is always among the single ones, so that few for each type are all of the model. */
const SINGLE_FILTERS = countRuns({ short: 1, long: 40 })
const RANDOM_FILTERS = countRuns({ short: 1, long: 20 })
/** The records of a type whose earlier versions are read. */
const HISTORIES = countRuns({ short: 8, long: 40 })
const DRAFTS = 3
/** The records of a type that are liked. */
const LIKED = countRuns({ short: 3, long: 40 })
/** The records of a type that are scheduled. */
const SCHEDULES = countRuns({ short: 4, long: 40 })
/** Smaller than the records of a type, so that lists have several pages. */
const PAGE = countRuns({ short: 3, long: 40 })
/** REST asks for one of so many orders. One of so many types has random filters, and is ordered by times. */
const ONE_OF = countRuns({ short: 5, long: 1 })
/** GraphQL asks for one of so many orders: in the short form, a field has one direction in a type and the other one in the next. */
const ONE_DIRECTION_OF = countRuns({ short: 2, long: 1 })
/** From one database to the other one. Stores in memory import and export nothing. */
const MOVES = (
  [
    ['PGlite', 'PostgreSQL'],
    ['PostgreSQL', 'PGlite'],
  ] as const
).slice(0, countRuns({ short: 1, long: 2 }))
const LATER = '2999-01-01T00:00:00.000Z'
const TIME_LIMIT_MS = countRuns({ short: 600_000, long: 5_400_000 })

/** A record without its ids, its version and its counters, which are those of one service. */
const showContent = ({ version: _, likes: _likes, views: _views, ...record }: Body): string =>
  JSON.stringify(record).replaceAll(/@\d+/g, '@')

const sample = (seed: number, numRuns: number): readonly GeneratorValue[] =>
  fc.sample(fc.gen(), { seed, numRuns })

const TITLE = `C16 50 random types answer alike on all stores, over both interfaces (FLEET_SEED=${SEED})`

describe(TITLE, { timeout: TIME_LIMIT_MS }, () => {
  const [g] = sample(SEED, 1) as [GeneratorValue]
  const model = generateFleetModel(g, TYPES)
  const types = listFleet(model)
  const generators = sample(SEED + 1, RECORDS)
  const generatorOf = (place: number) => generators[place] as GeneratorValue
  /** The records of each type, as the last list showed them. */
  const records = new Map<RecordType, readonly Body[]>()
  let open: OpenFleet
  let fleet: Fleet
  let drive: Drive

  beforeAll(async () => {
    open = await openFleet(model)
    fleet = new Fleet(open.services)
    drive = createDrive(fleet, open.clock)
    await addFirst(drive)
  }, TIME_LIMIT_MS)
  afterAll(() => open?.stop())

  const expectNoDifference = () => expect(fleet.describe()).toBe('')

  it('have all kinds of fields', () => {
    expect(types).toHaveLength(TYPES)
    expect([...listKinds(model)].toSorted()).toEqual([...FIELD_KIND_NAMES].toSorted())
  })

  it('create, refuse and change records', async () => {
    const pace = createPace('records', RECORDS)
    for (let serial = 0; serial < RECORDS; serial += 1) {
      const type = types[serial % TYPES] as RecordType
      await driveRecord(drive, generatorOf(serial), type, serial)
      pace.note(serial + 1)
    }
    expectNoDifference()
    const { created, changed, refused, refusedChanges } = drive.seen
    expect(created).toBeGreaterThanOrEqual(RECORDS)
    for (const count of [changed, refused, refusedChanges]) expect(count).toBeGreaterThan(RECORDS / 30)
  })

  it('C17.3 show and restore the earlier versions of records', async () => {
    const kept = types.filter(({ keepsRevisions }) => keepsRevisions)
    let count = 0
    for (const type of kept)
      for (const id of (drive.names.get(type.plural) ?? []).slice(0, HISTORIES))
        count += await driveRevisions(fleet, type, id)
    expectNoDifference()
    expect(count).toBeGreaterThan(10)
  })

  it('C17.6 have drafts, which both interfaces show alike', async () => {
    let applied = 0
    for (const type of types.filter(({ takesDrafts }) => takesDrafts))
      for (const [place, id] of (drive.names.get(type.plural) ?? []).slice(0, DRAFTS).entries())
        applied += Number(await driveDraft(drive, generatorOf(place), [type, id, 2_000_000 + place]))
    expectNoDifference()
    expect(applied).toBeGreaterThan(10)
  })

  it('C17.2 wait for their publication over both interfaces', async () => {
    let waited = 0
    for (const type of types.filter(({ schedule }) => schedule !== null))
      for (const id of (drive.names.get(type.plural) ?? []).slice(0, SCHEDULES))
        waited += Number(await driveSchedule(fleet, type, id))
    expectNoDifference()
    expect(waited).toBeGreaterThan(0)
  })

  it('C17.5 are liked over both interfaces, and count their reads', async () => {
    let liked = 0
    for (const type of types.filter(({ takesLikes }) => takesLikes))
      for (const id of (drive.names.get(type.plural) ?? []).slice(0, LIKED))
        liked += Number(await driveLikes(fleet, type, id))
    // The lists below show the views, and are filtered and ordered by them.
    await fleet.settle()
    expectNoDifference()
    expect(liked).toBeGreaterThan(0)
  })

  it('list their records to administrators, and to guests without what guests may not see', async () => {
    for (const type of types) {
      const [all, shown] = [await readAll(fleet, type), await readAll(fleet, type, true)]
      expect(shown.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
      records.set(type, all)
    }
    expectNoDifference()
    const counts = (name: string) =>
      types.flatMap((type) => (records.get(type) ?? []).map((row) => Number(row[name] ?? 0)))
    for (const name of ['likes', 'views']) expect(Math.max(...counts(name)), name).toBeGreaterThan(0)
  })

  it('filter them by each operator of each value', async () => {
    const data = Object.fromEntries(types.map((type) => [type.plural, records.get(type) ?? []]))
    const asked = new AskedFilters()
    const pace = createPace('types with filters', TYPES)
    for (const [place, type] of types.entries()) {
      const random = place % ONE_OF === 0 ? RANDOM_FILTERS : 0
      const plan = { model, data, asked, counts: { single: SINGLE_FILTERS, random } }
      await driveFilters(fleet, type, drawFilters(generatorOf(place), type, plan))
      pace.note(place + 1)
    }
    expectNoDifference()
    // The operators of all kinds of values, those in groups and lists included.
    expect(asked.count).toBeGreaterThan(120)
  })

  it('order them by each field in both directions, page by page', async () => {
    for (const [place, type] of types.entries()) {
      const isOneOf = (order: number, many: number) => (order + place) % many === 0
      await driveOrders(fleet, type, {
        first: PAGE,
        hasTimes: place % ONE_OF === 0,
        isPaged: (order) => isOneOf(order, ONE_DIRECTION_OF),
        isAsked: (order) => isOneOf(order, ONE_OF),
      })
    }
    expectNoDifference()
  })

  it('delete some of them, and what links to them', async () => {
    await driveRemovals(drive, g)
    for (const type of types) records.set(type, await readAll(fleet, type))
    expectNoDifference()
    expect(drive.seen.removed).toBeGreaterThan(0)
  })

  it('export them alike, and import them into an empty service on another database', async () => {
    const exported = {
      PGlite: await exportLines(open.find('PGlite'), 'usual'),
      PostgreSQL: await exportLines(open.find('PostgreSQL'), 'usual'),
    }
    expect(nameLines(exported.PGlite)).toEqual(nameLines(exported.PostgreSQL))
    for (const [from, to] of MOVES) {
      const target = await open.open(to)
      expect(await moveContent(open.find(from), target, 'usual')).toMatchObject({
        rejected: 0,
        end: 'complete',
      })
      // An import names a record by its id of the first service, so that its export has the same names.
      expect(await exportLines(target, 'usual')).toEqual(exported[from])
      const moved = new Fleet([target])
      for (const type of types)
        expect((await readAll(moved, type)).map(showContent)).toEqual(records.get(type)?.map(showContent))
      expect(moved.describe()).toBe('')
    }
  })

  /** The administrator is there before an import, which changes it, so that its version is another one. */
  const exportRest = async (service: FleetService) =>
    (await exportLines(service, 'complete')).filter((line) => !line.startsWith('{"type":"user"'))

  it('C17.10 move with their revisions, trash, likes, counters, versions and schedules', async () => {
    for (const type of types) {
      const [path, names] = [`/api/${type.names.path}`, drive.names.get(type.plural) ?? []]
      if (type.schedule !== null)
        for (const id of names.slice(0, SCHEDULES))
          await fleet.ask({ method: 'PUT', path: `${path}/${id}/schedule`, body: { publishAt: LATER } })
      if (hidesTrash(type)) await fleet.ask({ method: 'DELETE', path: `${path}/${names.at(-1)}` })
    }
    expectNoDifference()
    const exported = {
      PGlite: await exportRest(open.find('PGlite')),
      PostgreSQL: await exportRest(open.find('PostgreSQL')),
    }
    expect(nameLines(exported.PGlite)).toEqual(nameLines(exported.PostgreSQL))
    for (const [from, to] of MOVES) {
      const target = await open.open(to)
      const moving = () => moveContent(open.find(from), target, 'complete')
      expect(await moving()).toMatchObject({ rejected: 0, end: 'complete' })
      expect(await exportRest(target)).toEqual(exported[from])
      // What is there already changes nothing.
      expect(await moving()).toMatchObject({ added: 0, updated: 0, rejected: 0 })
      expect(await exportRest(target)).toEqual(exported[from])
    }
    for (const part of [/\.revision"/, /\.like"/, /\.schedule"/, /"deletedAt"/, /"views":[1-9]/])
      expect(exported.PGlite).toContainEqual(expect.stringMatching(part))
  })
})
