//! Pictures, and how much two of them differ.

use std::path::PathBuf;

use png::{ColorType, Decoder, Encoder, Transformations};

use crate::binary::screenshots;

/// A cell of the grid in which pictures are compared, in pixels.
const CELL: usize = 16;

/// A picture without transparency.
#[derive(Debug)]
pub struct Picture {
    /// In pixels.
    pub width: usize,
    /// In pixels.
    pub height: usize,
    /// Red, green and blue, row after row.
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Reads a PNG.
    #[must_use]
    pub fn decode(png: &[u8]) -> Self {
        let mut decoder = Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().expect("a PNG");
        let mut buffer = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut buffer).expect("a whole PNG");
        let channels = match info.color_type {
            ColorType::Rgb => 3,
            ColorType::Rgba => 4,
            other => panic!("a picture of a page has colours, not {other:?}"),
        };
        let pixel = |bytes: &[u8]| [bytes[0], bytes[1], bytes[2]];
        let pixels = buffer[..info.buffer_size()].chunks_exact(channels).map(pixel).collect();
        Self { width: info.width as usize, height: info.height as usize, pixels }
    }

    /// Writes it to `target/screenshots/`; where it is.
    #[must_use]
    pub fn save(&self, name: &str) -> PathBuf {
        let path = screenshots().join(name).with_extension("png");
        let file = std::fs::File::create(&path).expect("the file is made");
        let mut encoder = Encoder::new(file, self.width as u32, self.height as u32);
        encoder.set_color(ColorType::Rgb);
        let mut writer = encoder.write_header().expect("the file is written");
        writer.write_image_data(self.pixels.as_flattened()).expect("the file is written");
        path
    }

    /// The part at `[left, top, width, height]`.
    #[must_use]
    pub fn part(&self, [left, top, width, height]: [usize; 4]) -> Self {
        let rows = self.pixels.chunks_exact(self.width).skip(top).take(height);
        let pixels = rows.flat_map(|row| &row[left..left + width]).copied().collect();
        Self { width, height, pixels }
    }

    /// The share of cells, 0 to 1, whose mean colour differs by more than a shade.
    #[must_use]
    pub fn difference(&self, other: &Self) -> f64 {
        assert_eq!((self.width, self.height), (other.width, other.height), "of one size");
        let (one, two) = (self.cells(), other.cells());
        let shade = |a: &[f64; 3], b: &[f64; 3]| {
            a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        };
        let odd = one.iter().zip(&two).filter(|(a, b)| shade(a, b) > 12.0).count();
        odd as f64 / one.len() as f64
    }

    /// The number of pixels that are by more than `shade` lighter or darker, in red, green or blue, than
    /// all of those around the same place in the other picture. An edge that lies a part of a pixel
    /// elsewhere does not count; a thin line that only one of the pictures has does.
    #[must_use]
    pub fn unlike_pixels(&self, other: &Self, shade: u8) -> usize {
        assert_eq!((self.width, self.height), (other.width, other.height), "of one size");
        let is_outside = |one: &Self, two: &Self, at: usize| {
            one.pixels[at] != two.pixels[at] && {
                let [low, high] = two.range_around(at);
                let channels = one.pixels[at].into_iter().zip(low).zip(high);
                channels.into_iter().any(|((value, low), high)| {
                    value < low.saturating_sub(shade) || value > high.saturating_add(shade)
                })
            }
        };
        let differs = |at: &usize| is_outside(self, other, *at) || is_outside(other, self, *at);
        (0..self.pixels.len()).filter(differs).count()
    }

    /// The least and the greatest red, green and blue of a pixel and the eight around it.
    fn range_around(&self, at: usize) -> [[u8; 3]; 2] {
        let (x, y) = (at % self.width, at / self.width);
        let mut range = [[u8::MAX; 3], [0; 3]];
        for row in y.saturating_sub(1)..=(y + 1).min(self.height - 1) {
            for column in x.saturating_sub(1)..=(x + 1).min(self.width - 1) {
                let pixel = self.pixels[row * self.width + column];
                for channel in 0..3 {
                    range[0][channel] = range[0][channel].min(pixel[channel]);
                    range[1][channel] = range[1][channel].max(pixel[channel]);
                }
            }
        }
        range
    }

    /// Returns the number of different colours of the cells; 1 means nothing was drawn.
    #[must_use]
    pub fn shades(&self) -> usize {
        let mut shades: Vec<[u8; 3]> =
            self.cells().iter().map(|cell| cell.map(|mean| mean as u8)).collect();
        shades.sort_unstable();
        shades.dedup();
        shades.len()
    }

    /// The mean colour of each cell.
    fn cells(&self) -> Vec<[f64; 3]> {
        let (columns, rows) = (self.width.div_ceil(CELL), self.height.div_ceil(CELL));
        let mut sums = vec![([0.0; 3], 0.0); columns * rows];
        for (at, pixel) in self.pixels.iter().enumerate() {
            let (x, y) = (at % self.width, at / self.width);
            let (sum, count) = &mut sums[y / CELL * columns + x / CELL];
            for (sum, value) in sum.iter_mut().zip(pixel) {
                *sum += f64::from(*value);
            }
            *count += 1.0;
        }
        sums.into_iter().map(|(sum, count)| sum.map(|value| value / count)).collect()
    }
}
