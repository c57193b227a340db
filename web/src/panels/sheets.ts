/** The system's tables, as a screen sets them. */
import type { TableSheet } from '../api/schema';

/** What is read just now: a table, a column, a row; without a table, wherever the column stands. */
export interface Reading {
  table?: string;
  column?: string;
  row?: string;
}

export interface SetCell {
  text: string;
  source: string;
  lit: boolean;
}

export interface SetTable {
  /** What the first column and all the others are called. */
  corner: string;
  columns: { text: string; lit: boolean }[];
  rows: { head: string; lit: boolean; cells: SetCell[] }[];
  /** Every source that occurs. */
  sources: string[];
}

/** A column's or a row's name as a reader would write it. */
export function heading(name: string): string {
  return name.replaceAll('_', ' ');
}

/** A value as it is printed: a true minus before a number, a dash for nothing. */
export function valued(text: string): string {
  return text.replace(/(^|[\s/(])-(?=\d)/g, '$1−').replace(/(^|\s)-(?=\s|$)/g, '$1–');
}

/** The table that is read: the one that is named, or else the first with such a column. */
export function readFrom(sheets: readonly TableSheet[], reading: Reading | null): string | null {
  if (reading === null) return null;
  const { table, column } = reading;
  const found = sheets.find((sheet) =>
    table === undefined
      ? column !== undefined && sheet.columns.includes(column)
      : sheet.name === table,
  );
  return found?.name ?? null;
}

/**
 * A table ready to be set. The first value of each row is its heading; the sheet's columns name it
 * too, or leave it out.
 */
export function setTable(sheet: TableSheet, reading: Reading | null = null): SetTable {
  const wide = sheet.rows[0]?.length ?? sheet.columns.length;
  const named = sheet.columns.length >= wide;
  const columns = named ? sheet.columns.slice(1) : sheet.columns;
  const read = reading && (reading.table ?? sheet.name) === sheet.name ? reading : null;
  const rows = sheet.rows.map((row, i) => {
    const sources = sheet.sources[i] ?? [];
    const from = sources.length - (row.length - 1);
    const rowLit = read?.row !== undefined && row[0] === read.row;
    const cells = row.slice(1).map((text, at) => ({
      text: valued(text),
      source: sources[at + from] ?? '',
      lit: columns[at] === read?.column && (read?.row === undefined || rowLit),
    }));
    return { head: heading(row[0] ?? ''), lit: rowLit, cells };
  });
  return {
    corner: named ? heading(sheet.columns[0] ?? '') : '',
    columns: columns.map((text) => ({ text: heading(text), lit: text === read?.column })),
    rows,
    sources: [...new Set(rows.flatMap((row) => row.cells.map((cell) => cell.source)))],
  };
}
