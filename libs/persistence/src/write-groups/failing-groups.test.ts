import { builtInModel, Product } from '@content-service/domain'
import { findType } from '@content-service/domain/internal/model'
import { expect, it } from 'vitest'
import type { NewRow } from './insert-statement.ts'
import { RunAlone } from './run-alone.ts'
import { WriteGroups, type LentConnection } from './write-groups.ts'

const createRow = (entry: NewRow['entry'] = {}): NewRow => ({
  type: findType(builtInModel, Product),
  record: { id: '00000000-0000-7000-8000-000000000001' as never, createdAt: new Date() },
  expected: null,
  entry,
  events: [],
})

it('a row that cannot be written, or a missing connection, does not stop the groups after it', async () => {
  const released: boolean[] = []
  const connection: LentConnection = {
    find: async ({ text }) => (text.startsWith('with') ? [[createRow().record.id]] : []),
    findObjects: async () => [],
    release: (isBroken) => void released.push(isBroken),
  }
  const away = () => Promise.reject(new Error('away'))
  const lend = () => Promise.resolve(connection)
  const connects = [lend, away, lend]
  const groups = new WriteGroups(() => (connects.shift() ?? away)())
  await expect(groups.join(createRow({ big: 1n }))).rejects.toBeInstanceOf(RunAlone)
  await expect(groups.join(createRow())).rejects.toBeInstanceOf(RunAlone)
  await (await groups.join(createRow())).commit()
  await expect.poll(() => released).toEqual([true, false])
})
