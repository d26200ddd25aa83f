// Dragging a piece to where it goes, with a mouse or a finger. A drag is two touches: what is taken, where it is put.

const FAR_ENOUGH = 8;

/** The ids of the things at a place of the screen, from the top down. */
export function thingsAt(x: number, y: number): string[] {
  const ids: string[] = [];
  for (const element of document.elementsFromPoint(x, y)) {
    const id = element.closest<SVGGElement>(".thing")?.dataset.id;
    if (id && !ids.includes(id)) ids.push(id);
  }
  return ids;
}

export interface DragActions {
  canTake: (id: string) => boolean;
  take: (id: string) => void;
  /** The things on which it was let go, the dragged one left out; none where it was let go beside the board. */
  drop: (ids: string[], x: number, y: number) => void;
  groupOf: (id: string) => SVGGElement | null;
}

export class Dragging {
  private id: string | null = null;
  private startX = 0;
  private startY = 0;
  private moved = false;

  constructor(
    places: SVGSVGElement[],
    private readonly does: DragActions,
  ) {
    for (const place of places) {
      place.addEventListener("pointerdown", (event) => this.down(event));
      place.addEventListener("pointermove", (event) => this.move(event));
      place.addEventListener("pointerup", (event) => this.up(event));
      place.addEventListener("pointercancel", () => this.end());
      // A finger that has taken a piece does not scroll: `touch-action` alone is not heeded for parts of a drawing that scrolls.
      place.addEventListener(
        "touchmove",
        (event) => {
          if (this.id !== null && event.cancelable) event.preventDefault();
        },
        { passive: false },
      );
      place.addEventListener("click", (event) => this.afterDrag(event), true);
    }
  }

  /** Whether a piece is held, which goes to where it is let go. */
  get isDragging(): boolean {
    return this.id !== null && this.moved;
  }

  private down(event: PointerEvent): void {
    this.moved = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const id = thingsAt(event.clientX, event.clientY).find(
      (one) => this.does.canTake(one) && this.does.groupOf(one)?.classList.contains("grip"),
    );
    if (!id) return;
    this.id = id;
    this.startX = event.clientX;
    this.startY = event.clientY;
  }

  private move(event: PointerEvent): void {
    if (this.id === null) return;
    const x = event.clientX - this.startX,
      y = event.clientY - this.startY;
    if (!this.moved) {
      if (Math.hypot(x, y) < FAR_ENOUGH) return;
      this.moved = true;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      this.does.take(this.id);
    }
    const group = this.does.groupOf(this.id);
    const scale = group?.getScreenCTM()?.a ?? 1;
    group?.classList.add("dragged");
    group
      ?.querySelector<SVGGElement>(".body")
      ?.style.setProperty("transform", `translate(${x / scale}px, ${y / scale}px)`);
  }

  private up(event: PointerEvent): void {
    const { id, moved } = this;
    this.end();
    if (id === null || !moved) return;
    const ids = thingsAt(event.clientX, event.clientY).filter((one) => one !== id);
    if (ids.length) this.does.drop(ids, event.clientX, event.clientY);
  }

  /** The click that a browser makes of a drag's end is no touch. */
  private afterDrag(event: MouseEvent): void {
    if (!this.moved) return;
    this.moved = false;
    event.stopPropagation();
  }

  private end(): void {
    const group = this.id === null ? null : this.does.groupOf(this.id);
    group?.classList.remove("dragged");
    group?.querySelector<SVGGElement>(".body")?.style.removeProperty("transform");
    this.id = null;
  }
}
