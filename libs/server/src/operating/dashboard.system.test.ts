import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { requirePrograms } from '../../../../tools/required-programs.ts'
import { ALARMS, QUERIES } from '../testing/alarms.ts'
import { runTool } from '../testing/deployed.ts'

requirePrograms('promtool')

describe('Prometheus reads the alarms and the dashboard', () => {
  it('accepts the alarms, and fires each alarm when its condition holds and not before', () => {
    expect(runTool('promtool', 'check', 'rules', 'alerts.yaml')).toContain(`${ALARMS.length} rules found`)
    expect(runTool('promtool', 'test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
  })

  it('accepts every query of the dashboard', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const rules = QUERIES.map((expr, index) => ({
      record: `query_${index}`,
      expr: expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '5m'),
    }))
    const file = join(folder, 'queries.json')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(runTool('promtool', 'check', 'rules', file)).toContain('SUCCESS')
  })
})
