//! Images in pixels.

use zeno::{Cap, Command, Join, Mask, Point, Stroke};

use super::font::Font;
use super::shape;
use super::style::{Colour, Style};
use crate::{Element, Image, Placement};

/// A pixel: red, green and blue, each multiplied by the opacity, and the opacity.
type Pixel = [f32; 4];

/// A rectangle of pixels.
pub(super) struct Pixels {
    pub width: usize,
    pub height: usize,
    pixels: Vec<Pixel>,
}

impl Pixels {
    /// Draws an image at a scale.
    pub fn of(image: &Image, scale: f64) -> Pixels {
        let [width, height] = image.size.map(|side| (side * scale).ceil().max(1.0) as usize);
        let [red, green, blue] = Colour::of_paper(&image.paper).channels.map(|channel| channel as f32);
        let mut pixels = Pixels { width, height, pixels: vec![[red, green, blue, 1.0]; width * height] };
        let brush = Brush { corner: shape::point(image.corner), scale: scale as f32 };
        brush.draw_all(&mut pixels, &image.elements, Style::PLAIN);
        pixels
    }

    /// Returns the rows, in bytes for red, green and blue.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = [u8; 3]> + '_> + '_ {
        let byte = |value: f32| (value * 255.0 + 0.5) as u8;
        self.pixels
            .chunks(self.width)
            .map(move |row| row.iter().map(move |&[r, g, b, _]| [r, g, b].map(byte)))
    }

    /// Composites another rectangle of the same size over the pixels.
    fn lay_over(&mut self, over: &Pixels, opacity: f32) {
        for (pixel, over) in self.pixels.iter_mut().zip(&over.pixels) {
            if over[3] > 0.0 {
                blend(pixel, over.map(|value| value * opacity));
            }
        }
    }

    /// Colours the inside of an outline, or its stroke.
    fn colour(&mut self, outline: &[Command], stroke: Option<Stroke<'_>>, colour: Colour) {
        let mut mask = Mask::new(outline);
        if let Some(stroke) = stroke {
            mask.style(stroke);
        }
        let (cover, place) = mask.render();
        let [red, green, blue] = colour.channels.map(|channel| channel as f32);
        let paint = [red, green, blue, 1.0].map(|value| value * colour.opacity as f32);
        for (row, cover) in cover.chunks(place.width.max(1) as usize).enumerate() {
            let y = place.top + row as i32;
            if y < 0 || y as usize >= self.height {
                continue;
            }
            // Pixels to the left of the image are left out.
            let out = (-place.left).max(0) as usize;
            let from = y as usize * self.width;
            let x = place.left.max(0) as usize;
            let Some(row) = self.pixels.get_mut(from + x.min(self.width)..from + self.width) else {
                continue;
            };
            for (pixel, &cover) in row.iter_mut().zip(cover.iter().skip(out)).filter(|(_, cover)| **cover > 0)
            {
                blend(pixel, paint.map(|value| value * f32::from(cover) / 255.0));
            }
        }
    }
}

fn blend(pixel: &mut Pixel, over: Pixel) {
    for (value, over_value) in pixel.iter_mut().zip(over) {
        *value = over_value + *value * (1.0 - over[3]);
    }
}

/// The corner of the image and its scale, which is negative in pictures that are upside down.
struct Brush {
    corner: [f32; 2],
    scale: f32,
}

impl Brush {
    /// The brush for a picture within the picture.
    fn placed(&self, placement: Placement) -> Brush {
        let unit = placement.unit() as f32;
        let at = shape::point(placement.at);
        Brush { corner: [0, 1].map(|axis| (self.corner[axis] - at[axis]) / unit), scale: self.scale * unit }
    }

    fn draw_all(&self, to: &mut Pixels, elements: &[Element], style: Style) {
        elements.iter().for_each(|element| self.draw(to, element, style));
    }

    fn draw(&self, to: &mut Pixels, element: &Element, around: Style) {
        let Some((style, layer)) = around.of(element) else { return };
        if let Some(opacity) = layer {
            let empty = vec![[0.0; 4]; to.pixels.len()];
            let mut layer = Pixels { pixels: empty, ..*to };
            self.draw_in(&mut layer, element, style);
            to.lay_over(&layer, opacity as f32);
        } else {
            self.draw_in(to, element, style);
        }
    }

    /// Draws an element in its own style.
    fn draw_in(&self, to: &mut Pixels, element: &Element, style: Style) {
        match element {
            Element::Group(_, elements) => self.draw_all(to, elements, style),
            Element::Placed(placement, elements) => self.placed(*placement).draw_all(to, elements, style),
            Element::Path(path, _) => self.fill_and_stroke(to, shape::path(path), style),
            Element::Circle { centre, radius, .. } => {
                self.fill_and_stroke(to, shape::circle(*centre, *radius), style);
            }
            Element::Text { place, text, .. } => {
                let outlines = Font::of(style.is_bold).outlines(text, style, *place);
                self.fill_and_stroke(to, outlines, style);
            }
            Element::Tooltip(_) => {}
        }
    }

    fn fill_and_stroke(&self, to: &mut Pixels, mut outline: Vec<Command>, style: Style) {
        self.place(&mut outline);
        if let Some(colour) = style.fill {
            to.colour(&outline, None, colour);
        }
        if let Some(colour) = style.stroke {
            let dashes = style.dashes.map(|dashes| dashes.map(|length| length as f32 * self.scale.abs()));
            let mut stroke = Stroke::new(style.width as f32 * self.scale.abs());
            stroke.join(if style.is_round { Join::Round } else { Join::Miter });
            stroke.cap(match (style.is_round, style.is_square) {
                (true, _) => Cap::Round,
                (_, true) => Cap::Square,
                _ => Cap::Butt,
            });
            if let Some(dashes) = &dashes {
                stroke.dash(dashes, 0.0);
            }
            to.colour(&outline, Some(stroke), colour);
        }
    }

    /// Moves an outline from the image to the pixels.
    fn place(&self, outline: &mut [Command]) {
        let at = |point: &mut Point| {
            *point =
                Point::new((point.x - self.corner[0]) * self.scale, (point.y - self.corner[1]) * self.scale);
        };
        for command in outline {
            match command {
                Command::MoveTo(to) | Command::LineTo(to) => at(to),
                Command::QuadTo(control, to) => [control, to].into_iter().for_each(at),
                Command::CurveTo(first, second, to) => [first, second, to].into_iter().for_each(at),
                Command::Close => {}
            }
        }
    }
}
