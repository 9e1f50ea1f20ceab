import type { Abilities, Filter, PolicyData, Subject } from '@content-service/authz'

/** Named values of a request. The enforcement point writes them, so that they are as true as this program is trusted. */
export type Properties = Readonly<Record<string, unknown>>

/** A subject or a resource of a request. */
export interface Entity {
  readonly type: string
  readonly id: string
  readonly properties: Properties
}

/** A part of a long list: at most `limit` members, of those that follow the member with the id `after`. */
export interface Page {
  /** Null for the first part. */
  readonly after: string | null
  readonly limit: number
}

/** A subject of a list, with its id in requests. */
export interface ListedSubject<S> {
  readonly id: string
  readonly subject: S
}

export interface SubjectType<S> {
  /** Returns the subject with its roles. Null if it does not exist: then the decision is deny. */
  readonly load: (entity: Entity) => S | null | Promise<S | null>
  /** The subjects of the type, always in the same order. Without this function, nobody can search for subjects. */
  readonly list?: (page: Page) => readonly ListedSubject<S>[] | Promise<readonly ListedSubject<S>[]>
}

export interface ResourceType {
  /** The name of the resource in the policy. The default is the type. */
  readonly name?: string
  /** The actions of requests, each with the action in the policy. The default is the actions of the policy. */
  readonly actions?: Readonly<Record<string, string>>
  /**
   * Returns the row. Null if it does not exist: then the decision is deny. The default is a row of the properties of the
   * request and the id.
   */
  readonly load?: (entity: Entity) => object | null | Promise<object | null>
  /**
   * The ids of the rows that a filter selects, always in the same order: print the filter with `toSql`, or with a printer
   * for your ORM. Without this function, nobody can search for resources of the type.
   */
  readonly find?: (filter: Filter, page: Page) => readonly string[] | Promise<readonly string[]>
}

export interface AuthzenOptions<S extends Subject, M extends object> {
  readonly policy: Abilities<S, M> & PolicyData
  /** The address of the decision point, without the paths: `https://pdp.example.com`. Clients compare it (section 9.2.3). */
  readonly url: string
  readonly subjects: Readonly<Record<string, SubjectType<S>>>
  readonly resources: Readonly<Record<string, ResourceType>>
  /** Makes the context of the policy (`ctx.time`). The default is the `context` of the request. */
  readonly context?: (request: { readonly action: Properties; readonly context: Properties }) => object
  /** Whether a denial contains the reason and the rules of the policy, for administrators. The default is false. */
  readonly showReasons?: boolean
  /** Receives the errors of your functions. The response contains nothing of them. */
  readonly onError?: (error: unknown) => void
}
