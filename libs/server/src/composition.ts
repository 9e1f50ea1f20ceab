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
  /** The content of the service; the built-in types by default. The database must have the tables of all types. */
  readonly model?: ContentModel
  /** Replaces the policy of the model. The operator's POLICY_FILE replaces both. */
  readonly policy?: ContentPolicy
  /** Migrations that run after the migrations of the service, in the order of the list. */
  readonly migrations?: readonly TeamMigration[]
  /**
   * The connections of your application to the database of DATABASE_URL. The service uses them for its requests and
   * jobs, and leaves them open when it stops. Migrations and LISTEN use separate connections.
   */
  readonly pool?: MigratedOptions['pool']
}

/** The service with the additions of a team. */
export interface Composition extends Required<ServiceOptions> {
  /** C7.7: the policy of an operator's file, or the policy of the composition without a file. @throws OperatorError. */
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
