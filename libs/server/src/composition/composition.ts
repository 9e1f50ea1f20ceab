import type { ContentPolicy } from '@content-service/domain/internal/access'
import { type OperatorPolicy, builtInModel, readPolicyFile, type ContentModel } from '@content-service/domain'
import type { PasswordHasher } from '@content-service/domain/internal/users'
import type { MigratedOptions, TeamMigration } from '@content-service/persistence'
import { checkOptions } from './check-options.ts'
import { presentService } from '@content-service/domain/internal/tool-model'

/** The additions of a team to the service. `startService`, `startWorker` and `createCli` take the same options. */
export interface ServiceOptions {
  /** C15.20: the name of the service for people, on pages, in mails and in documents; `content-service` by default. */
  readonly name?: string
  /** C15.20: a sentence about the service, for its front page and the reference; a list of the content by default. */
  readonly about?: string
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
  /** Replaces the rule of passwords (C3.1). Returns the problem of a password, or null. */
  readonly passwordRule?: PasswordHasher['findProblem'] | undefined
  /**
   * Whether a user must confirm a new email address by mail (C12.4); true by default. If false, the address takes effect
   * at once, after the same proof of the owner.
   */
  readonly confirmsEmail?: boolean
  /**
   * C20.1: whether the service has the studio at `/studio`; true by default, where `@content-service/studio` is installed.
   * `folder` has other built files in its place: `index.html` and `assets`. STUDIO=false switches off both.
   */
  readonly studio?: boolean | { readonly folder: string }
}

/** The service with the additions of a team. */
export interface Composition extends Required<ServiceOptions> {
  /** C7.7: the policy of an operator's file, or the policy of the composition without a file. @throws OperatorError. */
  readonly policyOf: (file: string | undefined) => OperatorPolicy
}

/** @throws OperatorError with all wrong options. */
export const createComposition = (options: ServiceOptions = {}): Composition => {
  checkOptions(options)
  const { model = builtInModel, policy = model.policy, migrations = [] } = options
  const { pool, passwordRule, confirmsEmail = true, studio = true } = options
  return {
    ...presentService(model, options),
    model,
    policy,
    migrations,
    pool,
    passwordRule,
    confirmsEmail,
    studio,
    policyOf: (file) =>
      file === undefined
        ? { policy, findings: [] }
        : readPolicyFile(model, { file, label: `${file} (POLICY_FILE)` }),
  }
}
