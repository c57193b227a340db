/** Hand something that lies in the browser out as a file. */
export function handOut(name: string, what: unknown): void {
  const link = document.createElement('a');
  const file = new Blob([JSON.stringify(what, null, 1)], { type: 'application/json' });
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
