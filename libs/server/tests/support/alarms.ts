import { parse } from 'yaml'
import { readDeployed } from './processes/deployed.ts'

export interface Alarm {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly runbook_url: string }
}

const { groups } = parse(readDeployed('alerts.yaml')) as {
  readonly groups: readonly { readonly rules: readonly Alarm[] }[]
}

/** The alarms of tools/deploy/alerts.yaml. */
export const ALARMS: readonly Alarm[] = groups.flatMap(({ rules }) => rules)

export interface Panel {
  readonly description?: string
  readonly targets?: readonly { readonly expr: string }[]
}

/** The panels of tools/deploy/dashboard.json. */
export const { panels: PANELS } = JSON.parse(readDeployed('dashboard.json')) as {
  readonly panels: readonly Panel[]
}

/** The PromQL of all panels. */
export const QUERIES = PANELS.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
