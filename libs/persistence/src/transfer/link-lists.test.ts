import { Panel, panelModel as model, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { parseContentRecord, type ContentLine } from '@content-service/domain/internal/transfer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, type TestDatabase } from '../testing/databases.ts'
import { References } from './references.ts'
import { SqlTransferStore } from './transfer-store.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openPglite({ model })
  await migrateTypes(test.database, model)
  await write(
    ...['ada', 'bob', 'eve'].map((username) => ({
      type: 'user',
      username,
      email: `${username}@example.org`,
    })),
    ...['a', 'b', 'c'].map((ref) => ({ type: 'subject', ref, name: ref, author: 'ada' })),
  )
})
afterAll(() => test.close())

const write = (...lines: readonly object[]) => {
  const store = new SqlTransferStore(test.database.session(), model)
  return store.write(lines.map((line) => parseContentRecord(line, model)))
}
const writeOwn = (...lines: readonly object[]) => {
  const store = new SqlTransferStore(test.database.session(), model)
  return store.writeOwnLinks(lines.map((line) => parseContentRecord(line, model)))
}
const panel = (ref: string, more: object) => ({ type: 'panel', ref, title: 'P', host: 'ada', ...more })
const read = async (ref: string) => {
  const em = test.database.session()
  const id = await new References(em).findNamed('panels', ref)
  return createStores(em, TEST_AUDIT_CONTEXT, { model })
    .records(Panel)
    .get(id as never)
}
const exportLine = async (ref: string): Promise<ContentLine | undefined> => {
  const lines: ContentLine[] = []
  for await (const line of new SqlTransferStore(test.database.session(), model).read()) lines.push(line)
  return lines.find((line) => line['ref'] === ref)
}

it('C14.2 an import sets links by the names of the records, in their order, and an export has the same', async () => {
  const given = panel('p', { speakers: ['BOB', 'ada'], subjects: ['c', 'a'], tracks: ['b', 'a'] })
  expect(await write(given)).toEqual([{ kind: 'added' }])
  expect(await exportLine('p')).toMatchObject({
    speakers: ['bob', 'ada'],
    subjects: ['c', 'a'],
    tracks: ['b', 'a'],
    follow: [],
  })
  expect(await write(given)).toEqual([{ kind: 'unchanged' }])
  // The tracks have no order.
  expect(await write({ ...given, tracks: ['a', 'b'] })).toEqual([{ kind: 'unchanged' }])
  expect(await write({ ...given, subjects: ['a', 'c'] })).toEqual([{ kind: 'updated' }])
  expect(await exportLine('p')).toMatchObject({ subjects: ['a', 'c'] })
  // A list that is left out stays, and an empty one clears the links.
  expect(await write(panel('p', { speakers: [] }))).toEqual([{ kind: 'updated' }])
  expect(await exportLine('p')).toMatchObject({ speakers: [], subjects: ['a', 'c'] })
  expect(await read('p')).toMatchObject({ version: 3, speakerIds: [] })
})

it('C14.2 an import sets links to records of the same type in a second pass', async () => {
  const lines = [panel('one', { follow: ['two'] }), panel('two', { follow: ['one'] })]
  expect(await write(...lines)).toEqual([{ kind: 'added' }, { kind: 'added' }])
  expect(await exportLine('one')).toMatchObject({ follow: [] })
  expect(await writeOwn(...lines)).toEqual([{ kind: 'updated' }, { kind: 'updated' }])
  expect(await exportLine('one')).toMatchObject({ follow: ['two'] })
  expect(await write(...lines)).toEqual([{ kind: 'unchanged' }, { kind: 'unchanged' }])
  expect(await writeOwn(...lines)).toEqual([{ kind: 'unchanged' }, { kind: 'unchanged' }])
})

it.each([
  [{ speakers: ['nobody'] }, 'speakers.0: there is no user "nobody"'],
  [{ subjects: ['a', 'x'] }, 'subjects.1: there is no subject "x"'],
  [{ speakers: ['ada', 'ADA'] }, 'speakers.1: is the same user as another name'],
])('C14.2 an import refuses %j', async (more, message) => {
  expect(await write(panel('wrong', more))).toMatchObject([{ kind: 'refused', reason: message }])
})

it.each([
  [{ speakers: 'ada' }, 'speakers: must be a list of strings'],
  [{ speakers: null }, 'speakers: must be a list of strings'],
  [{ subjects: ['a', 'a'] }, 'subjects: must have no name twice'],
])('C14.2 the rules of a line refuse %j', (more, message) => {
  expect(() => parseContentRecord(panel('wrong', more), model)).toThrow(message)
})
