import type { PolicyProblem } from '../access/condition-problems.ts'
import type { ContentModel } from '../model/content-model.ts'
import { listRenamedFacts } from '../model/fields/renamed-fields.ts'
import { nameResource } from '../model/types/record-permissions.ts'
import { isObject } from '../rules/is-object.ts'

/** C17.10: a policy with the words of now, and a problem for each earlier word. */
export interface RenamedPolicy {
  readonly policy: unknown
  readonly problems: readonly PolicyProblem[]
}

type Words = ReadonlyMap<string, string>

/** The names before of the resources, of which another type has none now. */
const listResources = ({ types, facts }: ContentModel): Words =>
  new Map(
    types.flatMap(({ earlier, resource }) =>
      earlier !== null &&
      resource !== null &&
      earlier.resource !== resource.name &&
      !Object.hasOwn(facts, earlier.resource)
        ? [[earlier.resource, resource.name]]
        : [],
    ),
  )

/** Gives a file the words of now, and notes each earlier one with its place. */
class Renaming {
  readonly problems: PolicyProblem[] = []
  readonly #model: ContentModel
  readonly #resources: Words

  constructor(model: ContentModel) {
    this.#model = model
    this.#resources = listResources(model)
  }

  renamePolicy(given: unknown): unknown {
    if (!isObject(given)) return given
    const { resources, roles, grantsShowAllFields } = given
    return {
      ...given,
      ...(isObject(resources) && { resources: this.#renameResources(resources) }),
      ...(isObject(roles) && { roles: this.#renameRoles(roles) }),
      ...(Array.isArray(grantsShowAllFields) && {
        grantsShowAllFields: this.#renamePermissions(grantsShowAllFields, 'grantsShowAllFields'),
      }),
    }
  }

  #note(path: string, from: string, to: string): string {
    this.problems.push({ path, message: `"${from}" has another name now; write "${to}"` })
    return to
  }

  #renameResources(resources: object): object {
    return Object.fromEntries(
      Object.entries(resources).map(([name, actions]) => {
        const to = this.#resources.get(name)
        return [to === undefined ? name : this.#note(`resources.${name}`, name, to), actions]
      }),
    )
  }

  #renameRoles(roles: object): object {
    return Object.fromEntries(
      Object.entries(roles).map(([name, role]: [string, unknown]) => {
        if (!isObject(role) || !Array.isArray(role['rules'])) return [name, role]
        const rules = role['rules'].map((rule: unknown, place) =>
          this.#renameRule(rule, `roles.${name}.rules[${place}]`),
        )
        return [name, { ...role, rules }]
      }),
    )
  }

  #renameRule(rule: unknown, path: string): unknown {
    if (!isObject(rule) || !Array.isArray(rule['permissions'])) return rule
    const permissions = this.#renamePermissions(rule['permissions'], path)
    const resources = new Set(permissions.map((each) => String(each).split(':')[0] ?? ''))
    const { when } = rule
    return {
      ...rule,
      permissions,
      ...(when !== undefined && { when: this.#renameCondition(when, resources, `${path}.when`) }),
    }
  }

  #renamePermissions(permissions: readonly unknown[], path: string): readonly unknown[] {
    return permissions.map((permission) => this.#renamePermission(permission, path))
  }

  #renamePermission(permission: unknown, path: string): unknown {
    if (typeof permission !== 'string') return permission
    const [resource = '', ...rest] = permission.split(':')
    const to = this.#resources.get(resource)
    return to === undefined ? permission : this.#note(path, permission, [to, ...rest].join(':'))
  }

  /** Conditions in a file can be nested to any depth that its reader takes; the reader refuses deeper ones. */
  #renameCondition(condition: unknown, resources: ReadonlySet<string>, path: string): unknown {
    if (!isObject(condition)) return condition
    const { attribute, conditions, condition: inner, permission } = condition
    const name = typeof attribute === 'string' ? this.#renameFact(attribute, resources, path) : attribute
    return {
      ...condition,
      ...(attribute !== undefined && { attribute: name }),
      ...(permission !== undefined && { permission: this.#renamePermission(permission, path) }),
      ...(Array.isArray(conditions) && {
        conditions: conditions.map((each) => this.#renameCondition(each, resources, path)),
      }),
      ...(inner !== undefined && {
        condition: this.#renameCondition(inner, this.#follow(name, condition['op'], resources), path),
      }),
    }
  }

  /** The resources behind a link; `not` has an inner condition on the same records. */
  #follow(link: unknown, op: unknown, resources: ReadonlySet<string>): ReadonlySet<string> {
    if (op !== 'is') return resources
    const { links } = this.#model
    return new Set(
      [...resources].flatMap((resource) => {
        const behind = Object.hasOwn(links, resource) ? (links[resource] ?? {}) : {}
        const to = Object.hasOwn(behind, String(link)) ? behind[String(link)] : undefined
        return to === undefined ? [] : [to]
      }),
    )
  }

  #renameFact(name: string, resources: ReadonlySet<string>, path: string): string {
    const to = this.#model.types
      .filter(({ permissions }) => resources.has(nameResource(permissions)))
      .flatMap((type) => listRenamedFacts(type))
      .find(([before]) => before === name)?.[1]
    return to === undefined ? name : this.#note(path, name, to)
  }
}

/**
 * C17.10: finds the earlier words of renamed types and fields in a policy file, and reads the file with the words of now, so that
 * all other problems come with them.
 */
export const renameWords = (model: ContentModel, given: unknown): RenamedPolicy => {
  const renaming = new Renaming(model)
  const policy = renaming.renamePolicy(given)
  return { policy, problems: renaming.problems }
}
