import { prefixPath } from '@content-service/domain/internal/rules'

/**
 * C5.11: paths of problems begin at the arguments, in which the input of the domain lies at `path`, beside the `others`.
 */
export const withPathPrefix = async <Result>(
  path: readonly (string | number)[],
  work: () => Result | Promise<Result>,
  others: object = {},
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    throw prefixPath(path, error, others)
  }
}

/** C5.13: null in an optional member of a new record means that the member is absent. */
export const removeNulls = <Input extends object>(
  input: Input,
): { readonly [K in keyof Input]: NonNullable<Input[K]> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as {
    readonly [K in keyof Input]: NonNullable<Input[K]>
  }
