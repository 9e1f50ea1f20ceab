import { OperatorError } from '@content-service/domain/internal/rules'
import type { Settings } from '../settings/read-settings.ts'

/** Where a server listens. */
export interface ListenAddress extends Pick<Settings, 'port' | 'host'> {
  /** The setting that names the port; PORT by default. */
  readonly portSetting?: 'AUTH_URL'
}

const OTHER_HOST = 'Set HOST to an IP address of this machine.'

const sayUnknown = ({ host }: ListenAddress): string =>
  `HOST is ${host}, which is no IP address and no known name. ${OTHER_HOST}`

const PROBLEMS: Readonly<Record<string, (at: ListenAddress) => string>> = {
  EADDRINUSE: ({ port, portSetting }) =>
    portSetting === undefined
      ? `Port ${port} is in use. Set PORT to another port.`
      : `Port ${port} of ${portSetting} is in use. Name another port in ${portSetting}.`,
  EACCES: ({ port, portSetting = 'PORT' }) =>
    `You have no permission to use port ${port}. Set ${portSetting} to a port from 1024 on.`,
  EADDRNOTAVAIL: ({ host }) => `HOST is ${host}, which is not an IP address of this machine. ${OTHER_HOST}`,
  ENOTFOUND: sayUnknown,
  EAI_AGAIN: sayUnknown,
}

/** The failure to listen as an error for the operator, which names the setting; an unforeseen error stays as it is. */
export const explainListening = (error: unknown, at: ListenAddress): unknown => {
  const { code = '' } = error as { readonly code?: string }
  const problem = PROBLEMS[code]?.(at)
  return problem === undefined ? error : new OperatorError(problem, { cause: error })
}
