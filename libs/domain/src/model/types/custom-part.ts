/** The part of a type that code of the service implements, and what other code has to know about it. */
export interface CustomPart {
  /** The actions of the type's resource: `publish`. */
  readonly actions: readonly string[]
  /** Ids are numbers, and an import names a record by its unique field. */
  readonly isNumbered?: true
  /** The names of the events, if the code names more than the creation, the changes and the deletion. */
  readonly events?: readonly string[]
  /** C4.2: users alone write the records, and a refusal is about the record. */
  readonly isForUsers?: true
  /** C7.9: everybody may see a part of each record, and the permission to read opens the rest. */
  readonly hasProfile?: true
  /** C3.5: the record of this id stands for deleted ones. It is no content: no list, search or export has it. */
  readonly ghostId?: number
  /** C4.2: the states whose records are changed like others: releases have no events of their own for them. */
  readonly quietStates?: readonly string[]
  /** C17.3: the fields that a table of revisions has as columns, and those that no revision has. */
  readonly revisions?: { readonly columns: readonly string[]; readonly omits: readonly string[] }
  /** C13.1: the fields by which lists are ordered, before those that teams add; by default the times and the indexed fields. */
  readonly orders?: readonly string[]
  /** C13.1: the lists that filters name beside those of declared links, with the types of their records. */
  readonly lists?: Readonly<Record<string, string>>
  /** C12.3: the choice that the policy decides by the roles of the record. */
  readonly role?: { readonly about: string; readonly words: readonly string[]; readonly wordsName: string }
  /** C13.4: the records of a list in another record are counted as far as those of a list of its own. */
  readonly isCountedFar?: true
  /** C5.7: the fields of a hit of a search; by default the texts that the search looks at. */
  readonly hitFields?: readonly string[]
}
