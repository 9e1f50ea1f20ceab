/** The response to a GraphQL request of code of a team. */
export interface GraphqlAnswer {
  readonly data: Readonly<Record<string, unknown>> | null
  /** Absent if all went well. */
  readonly errors?: readonly { readonly message: string; readonly [member: string]: unknown }[]
}
