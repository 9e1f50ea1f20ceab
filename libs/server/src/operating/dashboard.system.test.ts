import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { ALARMS, QUERIES } from '../../tests/support/alarms.ts'
import { readDeployed, runTool } from '../../tests/support/processes/deployed.ts'

requirePrograms('promtool')

describe('Prometheus reads the alarms and the dashboard', () => {
  it('accepts the alarms, and fires each alarm when its condition holds and not before', () => {
    expect(runTool('promtool', 'check', 'rules', 'alerts.yaml')).toContain(`${ALARMS.length} rules found`)
    expect(runTool('promtool', 'test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
  })

  it('accepts the configuration, which has the rules and the name of the job', () => {
    expect(runTool('promtool', 'check', 'config', 'prometheus.yaml')).toContain('1 rule files found')
    const { scrape_configs: [scrape] = [] } = parse(readDeployed('prometheus.yaml')) as {
      readonly scrape_configs?: readonly { readonly job_name: string }[]
    }
    expect(ALARMS.some(({ expr }) => expr.includes(`job="${scrape?.job_name}"`))).toBe(true)
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
