import type { FieldKind } from '../api/model.ts'
import { ChoiceWidget } from './choice-widget.tsx'
import { JsonWidget } from './json-widget.tsx'
import { ManyWidget, OneWidget } from './link-widgets.tsx'
import { MarkdownWidget } from './markdown-widget.tsx'
import {
  DateWidget,
  DecimalWidget,
  EmailWidget,
  LineWidget,
  LongTextWidget,
  TagsWidget,
  UrlWidget,
} from './text-widgets.tsx'
import { BlocksWidget, GroupWidget, ListWidget } from './part-widgets.tsx'
import { FlagWidget, NumberWidget, ShownWidget, TimeWidget } from './value-widgets.tsx'
import type { Widget } from './widget.ts'

/** The control of each kind of fields. A new kind needs a row here. */
export const WIDGETS = {
  line: LineWidget,
  text: LongTextWidget,
  markdown: MarkdownWidget,
  email: EmailWidget,
  url: UrlWidget,
  slug: LineWidget,
  number: NumberWidget,
  integer: NumberWidget,
  decimal: DecimalWidget,
  counter: ShownWidget,
  flag: FlagWidget,
  time: TimeWidget,
  tags: TagsWidget,
  state: ShownWidget,
  choice: ChoiceWidget,
  json: JsonWidget,
  date: DateWidget,
  owner: ShownWidget,
  one: OneWidget,
  many: ManyWidget,
  group: GroupWidget,
  list: ListWidget,
  blocks: BlocksWidget,
} as const satisfies Record<FieldKind, Widget>
