import { execFileSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { bearerOfAdmin, startApi, type ApiProcess } from '../support/processes/api-process.ts'
import { runProgram } from '../support/processes/processes.ts'
import { allArticles } from '../support/kept.ts'

requirePrograms('fallocate')

const MEBIBYTE = 1_048_576

/**
 * A file with a quarter of the free space makes the disk "full" for a process that must leave seven eighths of the free
 * space. The kernel reports real space, and the amount is so large that other tests do not change the result. A small
 * separate disk would need the right to mount, which CI does not give.
 */
const freeMb = (): number => {
  const { bavail, bsize } = statfsSync(tmpdir())
  return Math.floor((bavail * bsize) / MEBIBYTE)
}

describe('C10.4 a disk that is full, under the embedded database', { timeout: 60_000 }, () => {
  let folder: string
  let settings: Readonly<Record<string, string>>
  let api: ApiProcess
  let ballast: string
  let fill: () => void

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-'))
    const free = freeMb()
    settings = { DATA_DIR: join(folder, 'data'), DISK_RESERVE_MB: String(Math.ceil((free * 7) / 8)) }
    ballast = join(folder, 'ballast')
    fill = () => void execFileSync('fallocate', ['--length', `${Math.ceil(free / 4)}MiB`, ballast])
    api = await startApi(settings)
  }, 60_000)
  afterAll(async () => {
    await api.kill()
    await rm(folder, { recursive: true, force: true })
  })

  const create = (title: string) =>
    fetch(`${api.url}/api/articles`, {
      method: 'POST',
      headers: { authorization: bearerOfAdmin(), 'content-type': 'application/json' },
      body: JSON.stringify({ title, content: 'Text' }),
    })
  const mutate = (title: string) =>
    fetch(`${api.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: bearerOfAdmin(),
        'content-type': 'application/json',
        'idempotency-key': title,
      },
      body: JSON.stringify({
        query: `mutation { createArticle(input: { authorId: "2", title: "${title}", content: "Text" }) { id } }`,
      }),
    })
  const titles = async () => (await allArticles(api.url)).map(({ title }) => title)

  it('refuses writes with advice for the operator, still reads, and writes again when space is free', async () => {
    expect([(await create('Before')).status, (await mutate('Before-typed')).status]).toEqual([201, 200])
    fill()
    for (const refused of [await create('Full'), await mutate('Full-typed'), await create('Full')]) {
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await refused.text()).toContain('The disk of the service is full')
    }
    expect(await titles()).toEqual(['Before', 'Before-typed'])
    await api.program.said(
      /only \d+ MiB are free on the disk of .*DISK_RESERVE_MB.*the service writes nothing/,
    )
    await rm(ballast)
    expect([(await create('After')).status, (await mutate('Full-typed')).status]).toEqual([201, 200])
  })

  it('starts for reading after a kill, reports that it is not ready, and writes again when space is free', async () => {
    fill()
    await create('Full')
    await api.kill()
    api = await startApi(settings)
    const kept = ['Before', 'Before-typed', 'After', 'Full-typed']
    expect(await titles()).toEqual(kept)
    expect((await create('Full')).status).toBe(503)
    const ready = await fetch(`${api.url}/readyz`)
    const { checks } = (await ready.json()) as { checks: { disk: string } }
    expect([ready.status, checks.disk]).toEqual([503, 'full'])
    await rm(ballast)
    expect((await create('Space')).status).toBe(201)
    expect((await fetch(`${api.url}/readyz`)).status).toBe(200)
    expect(await titles()).toEqual([...kept, 'Space'])
  })

  it('does not start without a database', async () => {
    fill()
    const empty = { ...settings, DATA_DIR: join(folder, 'empty'), PORT: '0' }
    const { code, errors } = await runProgram('start.js', [], empty)
    await rm(ballast)
    expect([code, errors]).toEqual([2, expect.stringMatching(/^Only \d+ MiB are free .* start again\.\n$/)])
  })
})
