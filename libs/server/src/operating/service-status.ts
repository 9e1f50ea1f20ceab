import type { ServiceStatus } from '@content-service/domain/internal/context'
import { integrityDetails, type LatestReport } from './integrity.ts'
import { isReady, type Checks, type Readiness } from './readiness.ts'

interface StatusParts {
  readonly readiness: Pick<Readiness, 'checks'>
  readonly integrity: LatestReport
  readonly tableWarnings: () => Promise<readonly unknown[]>
}

export const nameState = (checks: Checks): string => (isReady(checks) ? 'ready' : 'not ready')

/** What operators see of the checks, in /readyz and in the status. */
export const describeChecks = async (
  checks: Checks,
  { integrity, tableWarnings }: Omit<StatusParts, 'readiness'>,
): Promise<ServiceStatus> => {
  const [report, warnings] = [integrityDetails(await integrity()), await tableWarnings()]
  return {
    status: nameState(checks),
    checks,
    integrity: report,
    ...(warnings.length > 0 && { warnings }),
  }
}

/** C19.5: the details of /readyz, with the settings. */
export const createStatusReader =
  (parts: StatusParts, settings: ServiceStatus) => async (): Promise<ServiceStatus> => ({
    ...(await describeChecks(await parts.readiness.checks(), parts)),
    settings,
  })
