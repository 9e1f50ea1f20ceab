import {
  builtInModel,
  readPolicyFile,
  type ContentModel,
  type ContentPolicy,
  type OperatorPolicy,
} from '@content-service/domain'
import type { MigratedOptions, TeamMigration } from '@content-service/persistence'

/** The additions of a team to the service. `startService`, `startWorker` and `createCli` take the same options. */
export interface ServiceOptions {
  /** The content of the service: the built-in types without it. The database must have the tables of all types. */
  readonly model?: ContentModel
  /** Replaces the policy of the model. The operator's POLICY_FILE replaces both. */
  readonly policy?: ContentPolicy
  /** Migrations that run after those of the service, in the order of the list. */
  readonly migrations?: readonly TeamMigration[]
  /**
   * The connections of your application to the database of DATABASE_URL. The service uses them for its requests and jobs,
   * and leaves them open when it stops. Migrations and LISTEN have connections of their own.
   */
  readonly pool?: MigratedOptions['pool']
}

/** The service with all that a team adds. */
export interface Composition extends Required<ServiceOptions> {
  /** C7.7: the policy of an operator's file, or without a file the policy of the composition. @throws OperatorError. */
  readonly policyOf: (file: string | undefined) => OperatorPolicy
}

export const createComposition = ({
  model = builtInModel,
  policy = model.policy,
  migrations = [],
  pool,
}: ServiceOptions = {}): Composition => ({
  model,
  policy,
  migrations,
  pool,
  policyOf: (file) => (file === undefined ? { policy, findings: [] } : readPolicyFile(model, file)),
})
