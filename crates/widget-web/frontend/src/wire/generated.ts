/** The types of the wire, made of those of the server by `npm run types`. */

import type { Json } from "./json";

/**
 * The width of a page.
 */
export type PageWidth = "narrow" | "wide" | "full";
/**
 * The space between the parts of a page.
 */
export type PageDensity = "comfortable" | "compact";
/**
 * The position of a toolbar.
 */
export type ToolbarPosition = "top" | "bottom" | "left" | "right" | "header" | "footer" | "inside";
/**
 * The replacement of an element's content.
 */
export type Content =
  | {
      text: string;
    }
  | {
      html: string;
    };
/**
 * An edit of an element of the agent's HTML. Scripts in HTML that is put in do not run.
 *
 * ```
 * use widget_state::ElementEdit;
 *
 * let edit: ElementEdit = serde_json::from_str(r#"{"append": "<li>Done</li>"}"#)?;
 * assert_eq!(edit, ElementEdit::Append("<li>Done</li>".into()));
 * let gone: ElementEdit = serde_json::from_str(r#""remove""#)?;
 * assert_eq!(gone, ElementEdit::Remove);
 * # Ok::<(), serde_json::Error>(())
 * ```
 */
export type ElementEdit =
  | {
      append: string;
    }
  | {
      prepend: string;
    }
  | {
      before: string;
    }
  | {
      after: string;
    }
  | "remove"
  | {
      attributes: {
        [k: string]: string | null;
      };
    }
  | {
      classes: {
        [k: string]: boolean;
      };
    };
/**
 * The way of an event to the model, beside the log, where every event is kept.
 */
export type EventRoute = "log" | "context" | "wake";
/**
 * Light or dark.
 */
export type Theme = "light" | "dark" | "system";
/**
 * One change of a widget, or a signal to its viewers: as it is asked for, as the log has it, and
 * as viewers get it. [`Widget::apply`](crate::Widget::apply) makes the second of the first: it
 * gives ids, names the block, and puts a reference in the place of large data. Those that change
 * the blocks themselves reach viewers as a whole document.
 *
 * ```
 * use widget_state::Op;
 *
 * let json = r#"{"type": "set_content", "component_id": "total", "content": {"text": "42"}}"#;
 * let op: Op = serde_json::from_str(json)?;
 * assert!(matches!(op, Op::SetContent { .. }));
 * # Ok::<(), serde_json::Error>(())
 * ```
 */
export type Op =
  | {
      type: "set_content";
      /**
       * The id of the element or component.
       */
      component_id: string;
      /**
       * The new content.
       */
      content: Content;
    }
  | {
      type: "append_text";
      /**
       * The id of the block.
       */
      component_id: string;
      /**
       * The text; a line begins with a line feed.
       */
      text: string;
    }
  | {
      type: "edit_element";
      /**
       * The id of the element.
       */
      component_id: string;
      /**
       * The edit.
       */
      edit: ElementEdit;
    }
  | {
      type: "set_value";
      /**
       * The id of the component or modal.
       */
      component_id: string;
      /**
       * The new value.
       */
      value: Json;
    }
  | ((
      | {
          text: string;
        }
      | {
          items: ComponentSpec[];
        }
    ) & {
      type: "set_marquee";
      /**
       * The id of the marquee.
       */
      component_id: string;
    })
  | {
      type: "update_ticker";
      /**
       * The `ticker` of the items.
       */
      ticker: string;
      /**
       * The content.
       */
      content?: Content;
      /**
       * Its CSS properties.
       */
      style?: {
        [k: string]: string;
      };
      /**
       * Its CSS classes, separated by spaces.
       */
      class_name?: string;
    }
  | {
      type: "set_figure";
      /**
       * The block of the chart; the only chart without one.
       */
      block_id?: string;
      /**
       * The new figure; its JSON text in JSON.
       */
      json: string;
    }
  | {
      type: "edit_chart";
      /**
       * The block of the chart; the only chart without one.
       */
      block_id?: string;
      /**
       * The edit.
       */
      edit: ChartEdit;
    }
  | {
      type: "set_chart_view";
      /**
       * The block of the chart; the only chart without one.
       */
      block_id?: string;
      /**
       * The whole view.
       */
      view: ChartViewport;
    }
  | {
      type: "grid_rows";
      /**
       * The block of the table; the only table without one.
       */
      block_id?: string;
      /**
       * The strategy for the rows.
       */
      strategy: RowStrategy;
      /**
       * The rows as the JSON text of a list of objects.
       */
      json: string;
    }
  | {
      type: "grid_cell";
      /**
       * The block of the table; the only table without one.
       */
      block_id?: string;
      /**
       * The value of the row's id field, or its position.
       */
      row_id: Json;
      /**
       * The column.
       */
      field: string;
      /**
       * The new value.
       */
      value: Json;
    }
  | {
      type: "grid_columns";
      /**
       * The block of the table; the only table without one.
       */
      block_id?: string;
      /**
       * The changed settings.
       */
      columns: ColumnSettings[];
    }
  | {
      type: "grid_state";
      /**
       * The block of the table; the only table without one.
       */
      block_id?: string;
      /**
       * The new state.
       */
      state: TableState;
    }
  | {
      type: "reload_data";
      /**
       * The block of the chart or table.
       */
      block_id: string;
      /**
       * The data to fetch; as it is when this is applied.
       */
      data: DataRef;
    }
  | {
      type: "reload_pages";
      /**
       * The block of the table.
       */
      block_id: string;
      /**
       * The rows to fetch; as they are when this is applied.
       */
      pages: PagesRef;
    }
  | {
      type: "toast";
      /**
       * The message; markup in it is shown, not read.
       */
      message: string;
      /**
       * Stands above the message.
       */
      title?: string;
      /**
       * The kind of message.
       */
      kind: ToastKind & string;
      /**
       * The time it is shown, in milliseconds; 0: until it is dismissed. One that
       * asks stands until it is answered.
       */
      duration_ms: number;
      /**
       * The position on the page.
       */
      position: ToastPosition & string;
      /**
       * Makes it a question.
       */
      confirm?: Confirm;
    }
  | {
      type: "set_style";
      /**
       * The id of the element or component.
       */
      component_id: string;
      /**
       * The properties; those that are not named stay.
       */
      style: {
        [k: string]: string | null;
      };
    }
  | {
      type: "inject_css";
      /**
       * Names it in the widget.
       */
      css_id: string;
      /**
       * Its rules.
       */
      css: string;
    }
  | {
      type: "remove_css";
      /**
       * Its name.
       */
      css_id: string;
    }
  | {
      type: "set_theme";
      /**
       * Light, dark, or as the person has it.
       */
      theme: Theme;
    }
  | {
      type: "navigate";
      /**
       * An http or https address.
       */
      url: string;
    }
  | (FileOffer & {
      type: "download";
    })
  | {
      type: "emit";
      /**
       * The name of the event.
       */
      event_type: EventName;
      /**
       * The data of the event.
       */
      data: Json;
    }
  | {
      type: "close_question";
      /**
       * The revision of the toast.
       */
      question: number;
    };
/**
 * The strategy for rows that are sent to a table.
 */
export type RowStrategy = "set" | "append" | "update";
/**
 * The type of the cells of a column. Only the last three change their look: the others say of which
 * type the values are, which is checked.
 */
export type CellType = "number" | "date" | "boolean" | "link" | "text" | "bar" | "image";
/**
 * The side at which the text of a cell stands.
 */
export type TextAlign = "left" | "center" | "right";
/**
 * A side of a table.
 */
export type Side = "left" | "right";
/**
 * The direction of a sort.
 */
export type Direction = "asc" | "desc";
/**
 * The conditions on the values of one column: one, or several joined.
 */
export type ColumnFilter =
  | {
      /**
       * The operator that joins them.
       */
      operator: Operator;
      /**
       * Up to 10 of them, all of one `filterType`.
       */
      conditions: Condition[];
      /**
       * Their `filterType`, as AG Grid repeats it.
       */
      filterType: FilterType;
    }
  | Condition;
/**
 * The operator that joins conditions.
 */
export type Operator = "AND" | "OR";
/**
 * One condition. One without the value it compares with lets every row pass.
 */
export type Condition =
  | {
      filterType: "text";
      /**
       * The comparison.
       */
      type: TextTest;
      /**
       * The text to compare with.
       */
      filter?: string;
    }
  | {
      filterType: "number";
      /**
       * The comparison.
       */
      type: ScalarTest;
      /**
       * The number to compare with.
       */
      filter?: number;
      /**
       * The other end of `inRange`; both ends count.
       */
      filterTo?: number;
    }
  | {
      filterType: "date";
      /**
       * The comparison.
       */
      type: ScalarTest;
      /**
       * The day to compare with, `YYYY-MM-DD`; a time behind it is not looked at.
       */
      dateFrom?: string;
      /**
       * The other end of `inRange`; both ends count.
       */
      dateTo?: string;
    };
/**
 * A comparison of texts.
 */
export type TextTest =
  | "contains"
  | "notContains"
  | "equals"
  | "notEqual"
  | "startsWith"
  | "endsWith"
  | "blank"
  | "notBlank";
/**
 * A comparison of numbers or days.
 */
export type ScalarTest =
  | "equals"
  | "notEqual"
  | "lessThan"
  | "lessThanOrEqual"
  | "greaterThan"
  | "greaterThanOrEqual"
  | "inRange"
  | "blank"
  | "notBlank";
/**
 * As what values are looked at.
 */
export type FilterType = "text" | "number" | "date";
/**
 * The kind of a [`Toast`].
 */
export type ToastKind = "info" | "success" | "warning" | "error";
/**
 * The position of a [`Toast`].
 */
export type ToastPosition =
  "top-left" | "top" | "top-right" | "bottom-left" | "bottom" | "bottom-right";
/**
 * A file for the person.
 */
export type FileOffer = {
  filename: string;
  mime_type: string;
} & FileOffer1;
export type FileOffer1 =
  | {
      text: string;
    }
  | {
      base64: string;
    };
/**
 * The name of an event: `namespace:action`, each 1 to 64 ASCII letters, digits,
 * `_`, `-` or `.`.
 */
export type EventName = string;
/**
 * The state of a chart or table that follows from its data.
 */
export type BlockState =
  | {
      columns: Column[];
    }
  | {
      view: ChartViewport;
    };
/**
 * The type of the values of a column, nulls aside.
 */
export type ColumnType = "text" | "number" | "boolean" | "date" | "object";
/**
 * Something that all the values of a column have in common, nulls and empty texts aside.
 */
export type ColumnTrait =
  "amounts" | "exact" | "days" | "zones" | "numbers" | "dates" | "day_first" | "links";
/**
 * The base in which a number is written.
 */
export type NumberBase = "binary" | "octal" | "hex" | "upper_hex";
/**
 * A query that waits for the answer of a viewer.
 */
export type PendingQuery = {
  /**
   * Names it in the answer.
   */
  request_id: string;
} & PendingQuery1;
export type PendingQuery1 =
  | {
      query: "inspect";
    }
  | {
      query: "screenshot";
      /**
       * Pixels of the picture for one CSS pixel; 1 when there is no width either.
       */
      scale?: number;
      /**
       * The width of the picture in pixels.
       */
      width?: number;
    };
/**
 * A local action: a change that an event makes without the agent. The event is in the log as well.
 */
export type Action =
  | {
      action: "increment";
      /**
       * The id of the element.
       */
      target: string;
      /**
       * The amount to add.
       */
      by: number;
    }
  | {
      action: "decrement";
      /**
       * The id of the element.
       */
      target: string;
      /**
       * The amount to subtract.
       */
      by: number;
    }
  | {
      action: "set";
      /**
       * The id of the element or component.
       */
      target: string;
      /**
       * The text of the element, or the value of the component.
       */
      value: Json;
    }
  | {
      action: "toggle";
      /**
       * The id of the element or component.
       */
      target: string;
    }
  | {
      action: "emit";
      /**
       * The name of the event.
       */
      event: EventName;
      /**
       * The data of the event.
       */
      data: {
        [k: string]: Json;
      };
    }
  | {
      action: "reset";
      /**
       * The id of the element or component.
       */
      target: string;
    };

/**
 * The answer to a viewer.
 */
export interface SyncResponse {
  /**
   * Every event up to this number is stored or rejected.
   */
  acked: number;
  /**
   * Events that can never be stored.
   */
  rejected?: Rejected[];
  /**
   * The revision after applying this answer.
   */
  revision: number | null;
  /**
   * The whole document, to be applied first.
   */
  document?: WireDocument;
  /**
   * Data for the document, by block: a page fetches what is missing here.
   */
  data?: {
    [k: string]: FirstData;
  };
  /**
   * The largest event that is taken: its data as JSON and its label, in bytes. Goes
   * with the document.
   */
  max_event_bytes?: number;
  /**
   * The operations, in order.
   */
  ops: Change[];
  /**
   * The queries that it is to answer when all of that is drawn.
   */
  queries?: PendingQuery[];
  /**
   * True if the widget is gone.
   */
  destroyed?: boolean;
}
/**
 * An event that can never be stored.
 */
export interface Rejected {
  /**
   * The number its viewer gave it.
   */
  n: number;
  /**
   * The reason.
   */
  reason: string;
}
/**
 * A whole document as viewers get it.
 */
export interface WireDocument {
  title: string;
  height: number | null;
  width: PageWidth;
  density: PageDensity;
  blocks: WireBlock[];
  toolbars: ToolbarSpec[];
  modals: ComponentSpec[];
  values: {
    [k: string]: Json;
  };
  contents: ChangedElement[];
  routes?: EventRoutes;
  /**
   * Light or dark.
   */
  theme: Theme;
  /**
   * CSS properties by element or component.
   */
  styles: {
    [k: string]: {
      [k: string]: string;
    };
  };
  /**
   * Style sheets, in the order in which they apply.
   */
  sheets: StyleSheet[];
}
/**
 * A block as viewers get it: its properties, figures and rows by reference.
 */
export interface WireBlock {
  type: string;
  id: string;
  /**
   * The blocks inside it; the tabs of a block of that type.
   */
  blocks?: WireBlock[];
  [k: string]: Json | string | WireBlock[] | undefined;
}
/**
 * A toolbar in the types of the front end.
 */
export interface ToolbarSpec {
  position: ToolbarPosition;
  items: ComponentSpec[];
  collapsible: boolean;
  resizable: boolean;
}
/**
 * A component in the types of the front end, where each type reads its own fields.
 */
export interface ComponentSpec {
  type: string;
  component_id: string;
  [k: string]: Json | string;
}
/**
 * A change of an element in the types of the front end: one of `content` and `edit`.
 */
export interface ChangedElement {
  component_id: string;
  revision: number;
  content?: Content;
  edit?: ElementEdit;
}
/**
 * The routes of events by their names; an event without one is in the log alone.
 */
export interface EventRoutes {
  [k: string]: EventRoute;
}
/**
 * A style sheet that was put into a widget.
 */
export interface StyleSheet {
  /**
   * Names it in the widget.
   */
  css_id: string;
  /**
   * Its rules.
   */
  css: string;
}
/**
 * The data of a block that a page need not fetch before it draws.
 */
export interface FirstData {
  /**
   * The revision that last changed the data.
   */
  revision: number;
  /**
   * The JSON text of the figure or the rows.
   */
  json: string;
  /**
   * The number of all rows when these are only the first.
   */
  count?: number;
}
/**
 * An operation as it was applied.
 *
 * Applied to the same document, [`Change::op`] makes the same change, but for data that it only
 * refers to ([`Op::ReloadData`], [`Op::ReloadPages`]).
 *
 * ```
 * use widget_state::{Op, Theme, Widget};
 *
 * let mut widget = Widget::html("");
 * let change = widget.apply(Op::SetTheme { theme: Theme::Dark })?;
 * let json = r#"{"revision":2,"op":{"type":"set_theme","theme":"dark"}}"#;
 * assert_eq!(serde_json::to_string(&change)?, json);
 * # Ok::<(), Box<dyn std::error::Error>>(())
 * ```
 */
export interface Change {
  /**
   * The revision that it makes.
   */
  revision: number;
  /**
   * The operation: every id is given and its block is named, CSS and addresses are as browsers
   * write them, and large data is a reference.
   */
  op: Op;
  /**
   * The state of its block after it, which viewers take over.
   */
  after?: BlockState;
}
/**
 * A change of parts of a figure, all at once.
 *
 * Attributes are named as Plotly does: `marker.color`, `xaxis.range[0]`. An
 * object is merged into one that is there, `null` removes, anything else
 * replaces (RFC 7396).
 *
 * ```
 * use widget_state::{ChartEdit, Figure, Op, Widget};
 *
 * let mut widget = Widget::chart(Figure::parse(r#"{"data": [{"y": [1, 2, 3]}]}"#)?);
 * let edit: ChartEdit = serde_json::from_str(
 *     r#"{"layout": {"xaxis.title.text": "Day"}, "extend": {"y": [[4]]}, "max_points": 3}"#,
 * )?;
 * widget.apply(Op::EditChart { block_id: None, edit })?;
 * # let widget_state::Body::Chart(chart) = widget.body() else { unreachable!() };
 * let json = r#"{"data":[{"y":[2,3,4]}],"layout":{"xaxis":{"title":{"text":"Day"}}}}"#;
 * assert_eq!(chart.figure().as_json(), json);
 * # Ok::<(), Box<dyn std::error::Error>>(())
 * ```
 */
export interface ChartEdit {
  /**
   * Attributes of the layout.
   */
  layout?: {
    [k: string]: Json;
  };
  /**
   * Attributes of traces. The elements of a list go to one trace after the
   * other, so an attribute that is a list itself is written as a list in a list.
   */
  restyle?: {
    [k: string]: Json;
  };
  /**
   * Points to add at the end of attributes: a list for each trace.
   */
  extend?: {
    [k: string]: Json[][];
  };
  /**
   * The traces that `restyle` and `extend` are for, counted from 0; all without it.
   */
  traces?: number[];
  /**
   * The number of newest points that an extended list keeps.
   */
  max_points?: number;
  /**
   * Forgets what the person has changed, such as the zoom.
   */
  reset_zoom?: boolean;
}
/**
 * The changes people have made in a chart. They are kept apart from the figure, so that a reload
 * and a second viewer show the same.
 */
export interface ChartViewport {
  /**
   * Attributes of the layout by their path, such as `xaxis.range[0]`.
   */
  layout: {
    [k: string]: Json;
  };
  /**
   * Traces that were switched in the legend, by their index: `true`, `false`
   * or `"legendonly"`.
   */
  visible: {
    [k: string]: Json;
  };
  /**
   * The attributes of `layout` by which a button of a menu or a step of a slider was chosen, the
   * last choice last: it wins where two of them set the same.
   */
  chosen?: string[];
}
/**
 * The agent's settings of a column. Anything left out is unchanged.
 */
export interface ColumnSettings {
  /**
   * The key in the row objects, or a path such as `properties.mag`.
   */
  field: string;
  /**
   * The header, instead of the field's name.
   */
  title?: string;
  /**
   * The type of its cells. `bar` draws a bar behind each number, `image` shows pictures that are
   * values, `data:image/png;base64,…`, `text` writes numbers as they came. The others say what
   * the values are.
   */
  type?: CellType;
  /**
   * True if the person may change its cells.
   */
  editable?: boolean;
  /**
   * The way its numbers are written: `integer`, `percent` (0.25 is 25 %), the code of a
   * currency such as `EUR`, or a d3-format such as `,.2f`. That of its dates: `%d %b %Y`.
   */
  format?: string;
  /**
   * The language of its numbers and dates, such as `de` or `pt-BR`; the reader's when left out.
   */
  locale?: string;
  /**
   * The side at which its texts stand; numbers at the right, all else at the left when left
   * out.
   */
  align?: TextAlign;
  /**
   * Its width at the start, in CSS pixels; it shares what is left when left out.
   */
  width?: number;
  /**
   * The side at which it stays at the start, while the others scroll.
   */
  pinned?: Side;
  /**
   * The number of an empty bar; 0 or the least of the rows when left out.
   */
  min?: number;
  /**
   * The number of a full bar; the greatest of the rows when left out. Bars of more than 100,000
   * rows need it.
   */
  max?: number;
  /**
   * Styles of cells by their values: `[{"when": {"lt": 0}, "style": {"color":
   * "var(--widget-danger)"}}]`. Tests: `eq`, `ne`, `lt`, `lte`, `gt`, `gte`, `in`, `contains`.
   */
  styles?: CellStyle[];
  /**
   * True if it is not shown; events and rows have its values.
   */
  hidden?: boolean;
}
/**
 * A style of the cells whose value passes a test.
 */
export interface CellStyle {
  /**
   * The test; without one it is the style of every cell.
   */
  when?: CellTest;
  /**
   * CSS properties. Those of a later style win.
   */
  style: {
    [k: string]: string;
  };
}
/**
 * A test of a value, passed when all that is said holds. Numbers are compared as numbers, all
 * else as text.
 */
export interface CellTest {
  /**
   * Equal to it.
   */
  eq?: Json;
  /**
   * Not equal to it.
   */
  ne?: Json;
  /**
   * Less.
   */
  lt?: Json;
  /**
   * Less or equal.
   */
  lte?: Json;
  /**
   * Greater.
   */
  gt?: Json;
  /**
   * Greater or equal.
   */
  gte?: Json;
  /**
   * Equal to one of these.
   */
  in?: Json[];
  /**
   * Contains this text, in any case of its letters.
   */
  contains?: string;
}
/**
 * The view state of a table. Anything left out is in its initial state.
 *
 * Columns and rows that the table does not have are passed over, so a state
 * outlives a change of the rows.
 */
export interface TableState {
  /**
   * The columns from left to right. Those that are not named follow in their own order.
   */
  columns: ColumnState[];
  /**
   * The columns to sort by, the first to decide first.
   */
  sort: ColumnSort[];
  /**
   * AG Grid's filter model: for each filtered column its conditions.
   */
  filter: {
    [k: string]: ColumnFilter;
  };
  /**
   * The selected rows.
   */
  selection: Selection;
}
/**
 * The view state of a column.
 */
export interface ColumnState {
  /**
   * The column.
   */
  field: string;
  /**
   * Its width in CSS pixels; without one it shares what is left.
   */
  width?: number;
  /**
   * The side at which it stays while the others scroll.
   */
  pinned?: Side;
  /**
   * True if it is left out of the picture.
   */
  hidden?: boolean;
}
/**
 * A column that rows are sorted by.
 */
export interface ColumnSort {
  /**
   * The column.
   */
  field: string;
  /**
   * The direction of the sort.
   */
  direction: Direction;
}
/**
 * The selected rows.
 */
export interface Selection {
  /**
   * The ids of the first of them, up to 1,000: the value of the id field, or the position.
   */
  row_ids: Json[];
  /**
   * The number of selected rows. If it is the number of rows of the table: all of them.
   */
  count: number;
}
/**
 * A figure or rows that are fetched on their own.
 */
export interface DataRef {
  /**
   * The revision that last changed them.
   */
  revision: number;
}
/**
 * Rows that are fetched a part at a time.
 */
export interface PagesRef {
  /**
   * The revision that last changed them.
   */
  revision: number;
  /**
   * The number of rows.
   */
  count: number;
}
/**
 * Makes a [`Toast`] a question that is answered with yes or no.
 */
export interface Confirm {
  /**
   * The event of the answer, `namespace:action`; it carries `{confirmed: bool}`.
   */
  event: string;
  /**
   * The text of the button that says yes.
   */
  confirm_label: string;
  /**
   * The text of the button that says no.
   */
  cancel_label: string;
}
/**
 * One column of a table.
 */
export interface Column {
  /**
   * The key in the row objects.
   */
  field: string;
  /**
   * The type of its values.
   */
  type: ColumnType;
  /**
   * The decimals with which its numbers are shown: as many as the number with the
   * most of them had, 6 at most.
   */
  decimals?: number;
  /**
   * The traits that all its values have in common.
   */
  traits?: ColumnTrait[];
  /**
   * True if the field names a path through objects, such as `properties.mag`: no row has a
   * field of that name.
   */
  path?: boolean;
  /**
   * The header, instead of the field's name.
   */
  title?: string;
  /**
   * True if the person may change its cells.
   */
  editable?: boolean;
  /**
   * The way its numbers are written, if the agent says so.
   */
  format?: NumberFormat;
  /**
   * True if it is not shown.
   */
  hidden?: boolean;
  /**
   * The type of its cells.
   */
  cells?: CellType;
  /**
   * The way its dates are written.
   */
  time_format?: string;
  /**
   * The language of its numbers and dates; the reader's without it.
   */
  locale?: string;
  /**
   * The side at which its texts stand.
   */
  align?: TextAlign;
  /**
   * Its width at the start, in CSS pixels.
   */
  width?: number;
  /**
   * The side at which it stays at the start, while the others scroll.
   */
  pinned?: Side;
  /**
   * The number of an empty bar.
   */
  min?: number;
  /**
   * The number of a full bar.
   */
  max?: number;
  /**
   * Styles of cells by their values.
   */
  styles?: CellStyle[];
}
/**
 * The way in which the numbers of a column are written, in the language of the reader.
 *
 * As text it is a word (`integer`, `percent`), an ISO 4217 code of a currency (`EUR`), or a
 * format of d3-format of the kinds that numbers in tables need (`,.2f`, `($,.2f`, `+.1%`, `.3s`,
 * `.4g`, `.2e`, `.3r`, `,.2~f`, `05d`, `#x`), also as Python, C or a spreadsheet writes one
 * (`{:,.2f}`, `%.2f`, `#,##0.00`).
 */
export interface NumberFormat {
  /**
   * True if 0.25 is written as 25 %.
   */
  percent?: boolean;
  /**
   * The ISO 4217 code of the currency.
   */
  currency?: string;
  /**
   * True if thousands are separated.
   */
  grouped?: boolean;
  /**
   * True if 1,234,567 is written as 1.23M.
   */
  compact?: boolean;
  /**
   * True if 1,234,567 is written as 1.23E6.
   */
  scientific?: boolean;
  /**
   * True if the decimals are those of all digits, and very large and very small numbers are
   * scientific.
   */
  significant?: boolean;
  /**
   * True if the decimals are those of all digits, and no number is scientific.
   */
  rounded?: boolean;
  /**
   * True if a plus stands before what is above zero.
   */
  signed?: boolean;
  /**
   * True if what is below zero stands in parentheses, without a minus.
   */
  accounting?: boolean;
  /**
   * True if zeros at the end of the decimals are left out.
   */
  trimmed?: boolean;
  /**
   * The number of decimals, of a compact number that of all digits; as many as the values have
   * without it.
   */
  decimals?: number;
  /**
   * The fewest digits before the decimals: zeros fill those that are missing.
   */
  integer_digits?: number;
  /**
   * The base in which whole numbers are written, 10 without it.
   */
  base?: NumberBase;
  /**
   * True if `0b`, `0o` or `0x` stands before a number of another base.
   */
  prefixed?: boolean;
}
/**
 * One call of a viewer.
 */
export interface SyncRequest {
  /**
   * The widget.
   */
  widget_id: string;
  /**
   * The viewer, by 32 hexadecimal digits that only it knows. Events carry another id, which
   * follows from it.
   */
  viewer_id: string;
  /**
   * The newest revision it has drawn; it has nothing without one.
   */
  revision: number | null;
  /**
   * Operations up to `revision` that could not be drawn.
   */
  failures: Failure[];
  /**
   * The events of the person.
   */
  events: EventInput[];
  /**
   * The answers to queries.
   */
  answers: QueryResult[];
  /**
   * The queries that it has got and not yet answered, which it gets no second time.
   */
  answering?: string[];
  /**
   * The time the answer may wait, in milliseconds; at most [`MAX_WAIT`].
   */
  wait_ms: number;
  /**
   * True if the viewer knows that the person cannot see it: it gets everything, and does not
   * count as open.
   */
  hidden?: boolean;
}
/**
 * An operation that a viewer could not do.
 */
export interface Failure {
  /**
   * The operation's revision.
   */
  revision: number;
  /**
   * The reason.
   */
  reason: string;
}
/**
 * An event as sent by a viewer.
 */
export interface EventInput {
  /**
   * Counts this viewer's events from 1. A number that was stored before marks
   * a repetition, which is dropped.
   */
  n: number;
  /**
   * The name, checked when the event is stored.
   */
  event_type: string;
  /**
   * The data of the event.
   */
  data: Json;
  /**
   * The label of the component, or empty.
   */
  label: string;
  /**
   * The block whose HTML it comes from, where its data names none.
   */
  block?: string;
}
/**
 * The answer of a viewer: a result, or an error. A manipulated
 * page can say anything: it is to be read with care, and says something about
 * that one widget at most.
 */
export interface QueryResult {
  /**
   * The request that it answers.
   */
  request_id: string;
  /**
   * The result of the query: an object.
   */
  result?: {
    [k: string]: Json;
  };
  /**
   * The reason there is no result.
   */
  error?: string;
}
