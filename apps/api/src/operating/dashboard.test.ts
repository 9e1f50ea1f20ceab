import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { deployed, examined, ROOT } from '../testing/deployed.ts'
import { startTestService } from '../testing/service.ts'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly runbook_url: string }
}
const { groups } = parse(deployed('alerts.yaml')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[]
}
const rules = groups.flatMap((group) => group.rules)

interface Panel {
  readonly description?: string
  readonly targets?: readonly { readonly expr: string }[]
}
const { panels } = JSON.parse(deployed('dashboard.json')) as { readonly panels: readonly Panel[] }
const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

const metricsIn = (expr: string): readonly string[] =>
  expr.match(/\b(http|graphql|rate_limit|database|queue|integrity|nodejs|process)\w*_\w+/g) ?? []

describe('the dashboard and its alarms', () => {
  let served: ReadonlySet<string>
  beforeAll(async () => {
    const service = await startTestService('PGlite')
    const { body } = await service.call('GET', '/metrics', { as: null })
    await service.stop()
    served = new Set([...String(body).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  }, 60_000)

  it('ask for metrics that the service has', () => {
    const asked = [...rules.map(({ expr }) => expr), ...queries].flatMap(metricsIn)
    const names = new Set(asked.map((name) => name.replace(/_(bucket|count|sum)$/, '')))
    expect([...names].filter((name) => !served.has(name))).toEqual([])
    expect(names.size).toBeGreaterThan(12)
  })

  it('each alarm has its section in docs/operating.md, and each section its alarm', () => {
    const docs = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
    const [, alarms = ''] = /^## Alarms$([\s\S]*?)^## /m.exec(docs) ?? []
    const sections = [...alarms.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
    expect(sections).toEqual(rules.map(({ alert }) => alert))
    const anchors = new Set(rules.map(({ alert }) => alert.toLowerCase()))
    for (const { alert, annotations } of rules)
      expect(annotations.runbook_url).toBe(`docs/operating.md#${alert.toLowerCase()}`)
    const told = panels.flatMap(({ description = '' }) => /#(\w+)/.exec(description)?.[1] ?? [])
    expect(told.filter((anchor) => !anchors.has(anchor))).toEqual([])
  })

  it('are understood by Prometheus, and each alarm fires when it should and not before', () => {
    expect(examined('promtool', 'check', 'rules', 'alerts.yaml')).toContain(`${rules.length} rules found`)
    expect(examined('promtool', 'test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
    const folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
    const asRules = queries.map((expr, index) => ({
      record: `query_${index}`,
      expr: expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '5m'),
    }))
    const file = join(folder, 'queries.json')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }))
    expect(examined('promtool', 'check', 'rules', file)).toContain('SUCCESS')
    rmSync(folder, { recursive: true })
  })
})
