import { contentPolicy, readPolicy } from '@content-service/domain'
import { createPolicyFile, toolModel as model } from '@content-service/domain/testing'
import { Pool } from 'pg'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { readSettings } from '../settings/read-settings.ts'
import { startService } from '../start/start.ts'
import { createMigratedDatabase } from '../../tests/support/processes/migrated-database.ts'
import { JWT_SECRET } from '../../tests/support/service.ts'
import { createComposition } from './composition.ts'

const { policy } = readPolicy(model, createPolicyFile({ MODERATOR: { rules: [] } }))

it('a composition is an option for another program, and keeps the policy of the team', () => {
  const composition = createComposition(createComposition({ model, policy }))
  expect(composition.model).toBe(model)
  expect(composition.policyOf(undefined).policy).toBe(policy)
})

it('the service uses the connections of an application, and leaves them open', async () => {
  const { url, drop } = await createMigratedDatabase()
  const pool = new Pool({ connectionString: url, application_name: 'bookshop' })
  try {
    const settings = readSettings({ DATABASE_URL: url, JWT_SECRET, PORT: '0' })
    const service = await startService(settings, pino({ level: 'silent' }), { pool })
    expect((await fetch(`${service.url}/api/articles`)).status).toBe(200)
    expect(pool.totalCount).toBeGreaterThan(0)
    await service.stop()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  } finally {
    await pool.end()
    await drop()
  }
})

it('the service without options is the built-in service', () => {
  expect(createComposition().policyOf(undefined).policy).toBe(contentPolicy)
})
