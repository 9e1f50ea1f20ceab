import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLog, readSettings, startService } from '@content-service/server'
import { content } from './content.ts'

test('the service has recipes over REST and GraphQL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recipes-'))
  const settings = readSettings({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' })
  const service = await startService(settings, await openLog(settings), content)
  try {
    const rest = await fetch(`${service.url}/api/recipes`)
    assert.deepEqual([rest.status, await rest.json()], [200, []])
    const graphql = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ recipes { title } }' }),
    })
    const { data } = (await graphql.json()) as { readonly data: unknown }
    assert.deepEqual(data, { recipes: [] })
  } finally {
    await service.stop()
    await rm(folder, { recursive: true })
  }
})
