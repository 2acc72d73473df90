//! The icon of a window.

use std::io::Cursor;

use crate::error::WindowError;

/// An icon, at most 512 by 512 pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Icon {
    png: Vec<u8>,
}

const MAX_SIDE: u32 = 512;
const MAX_BYTES: usize = 512 * 1024;

/// The pixels of an icon: red, green, blue and alpha, row after row.
#[cfg_attr(
    not(any(test, all(target_os = "linux", feature = "webkit"), target_os = "macos", windows)),
    expect(dead_code, reason = "only a webview draws them")
)]
pub(crate) struct Pixels {
    pub(crate) rgba: Vec<u8>,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Icon {
    /// Reads a PNG image.
    ///
    /// # Errors
    ///
    /// It is not a PNG, larger than 512 KiB or than 512 by 512 pixels.
    pub fn from_png(png: impl Into<Vec<u8>>) -> Result<Self, WindowError> {
        let png = png.into();
        decode(&png)?;
        Ok(Self { png })
    }

    pub(crate) fn png(&self) -> &[u8] {
        &self.png
    }
}

/// Decodes the PNG of an icon.
pub(crate) fn decode(png: &[u8]) -> Result<Pixels, WindowError> {
    let refuse = |problem: String| WindowError::argument("icon", problem);
    if png.len() > MAX_BYTES {
        return Err(refuse(format!("has {} bytes, at most {MAX_BYTES}", png.len())));
    }
    let not_png = |error| refuse(format!("is not a PNG image: {error}"));
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(png::Transformations::ALPHA | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(not_png)?;
    let (width, height) = reader.info().size();
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(refuse(format!("is {width}x{height} pixels, at most {MAX_SIDE}x{MAX_SIDE}")));
    }
    // After the bounds: a picture decides how much memory it takes.
    let mut raw = vec![0; reader.output_buffer_size().unwrap_or_default()];
    let frame = reader.next_frame(&mut raw).map_err(not_png)?;
    raw.truncate(frame.buffer_size());
    let rgba = match frame.color_type {
        png::ColorType::GrayscaleAlpha => {
            raw.chunks_exact(2).flat_map(|pixel| [pixel[0], pixel[0], pixel[0], pixel[1]]).collect()
        }
        _ => raw,
    };
    Ok(Pixels { rgba, width, height })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(side: u32, color: png::ColorType) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, side, side);
        encoder.set_color(color);
        let data = vec![7; side as usize * side as usize * color.samples()];
        encoder.write_header().unwrap().write_image_data(&data).unwrap();
        bytes
    }

    #[test]
    fn every_colour_type_becomes_rgba() {
        for (color, pixel) in [
            (png::ColorType::Rgba, [7, 7, 7, 7]),
            (png::ColorType::Rgb, [7, 7, 7, 255]),
            (png::ColorType::Grayscale, [7, 7, 7, 255]),
            (png::ColorType::GrayscaleAlpha, [7, 7, 7, 7]),
        ] {
            let pixels = decode(&png(3, color)).unwrap();
            assert_eq!((pixels.width, pixels.height), (3, 3));
            assert_eq!(pixels.rgba, pixel.repeat(9), "{color:?}");
        }
    }

    #[test]
    fn what_is_no_small_png_is_refused() {
        let refused = |bytes: Vec<u8>| Icon::from_png(bytes).unwrap_err().to_string();
        assert!(refused(vec![]).starts_with("`icon` is not a PNG image"));
        assert!(refused(b"GIF89a".to_vec()).starts_with("`icon` is not a PNG image"));
        let mut cut = png(64, png::ColorType::Rgba);
        cut.truncate(cut.len() / 2);
        assert!(refused(cut).starts_with("`icon` is not a PNG image"));
        assert_eq!(
            refused(png(513, png::ColorType::Grayscale)),
            "`icon` is 513x513 pixels, at most 512x512"
        );
        assert_eq!(refused(vec![0; MAX_BYTES + 1]), "`icon` has 524289 bytes, at most 524288");
    }
}
