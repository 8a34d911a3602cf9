//! Pictures: SVG texts become textures of exactly the size they are shown at.

use super::aside::lend;
use egui::ColorImage;
use macroquad::prelude::{Color, DrawTextureParams, Image, Rect, Texture2D, Vec2, draw_texture_ex, vec2};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, OnceLock};

/// The fonts that come with the program.
pub const FONTS: [(&str, &[u8]); 6] = [
    ("regular", include_bytes!("../../assets/fonts/Cabin-Regular.otf")),
    ("strong", include_bytes!("../../assets/fonts/Cabin-SemiBold.otf")),
    ("bold", include_bytes!("../../assets/fonts/Cabin-Bold.otf")),
    ("slanted", include_bytes!("../../assets/fonts/Cabin-Italic.otf")),
    ("water", include_bytes!("../../assets/fonts/EBGaramond-Italic.otf")),
    ("title", include_bytes!("../../assets/fonts/GoudyBookletter1911.otf")),
];

fn options() -> &'static Options<'static> {
    static OPTIONS: OnceLock<Options<'static>> = OnceLock::new();
    OPTIONS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        for (_, data) in FONTS {
            fonts.load_font_data(data.to_vec());
        }
        fonts.set_serif_family("EB Garamond");
        fonts.set_sans_serif_family("Cabin");
        Options { fontdb: Arc::new(fonts), font_family: "Cabin".into(), ..Options::default() }
    })
}

/// An SVG as pixels with straight alpha, `width` of them across; nothing when it cannot be drawn.
pub fn pixels(svg: &str, width: u32) -> Option<(u32, u32, Vec<u8>)> {
    let picture = raster(svg, width)?;
    let (width, height) = (picture.width(), picture.height());
    let mut bytes = picture.take_demultiplied();
    bleed(&mut bytes, width as usize);
    Some((width, height, bytes))
}

/// An SVG as a picture for panels, so many pixels wide.
pub(super) fn image(svg: &str, width: u32) -> Option<ColorImage> {
    let (width, height, bytes) = pixels(svg, width)?;
    Some(ColorImage::from_rgba_unmultiplied([width as usize, height as usize], &bytes))
}

/// How wide and high an SVG says it is; nothing when it cannot be drawn.
pub fn size(svg: &str) -> Option<Vec2> {
    let tree = Tree::from_str(svg, options()).ok()?;
    Some(vec2(tree.size().width(), tree.size().height()))
}

/// An SVG as a PNG file's bytes.
pub fn png(svg: &str, width: u32) -> Option<Vec<u8>> {
    raster(svg, width)?.encode_png().ok()
}

/// What the screen shows as a PNG file's bytes.
pub(super) fn screen_png(screen: &Image) -> Option<Vec<u8>> {
    let (width, height) = (screen.width(), screen.height());
    // The graphics card counts rows from below.
    let rows = screen.bytes.chunks_exact(width * 4).rev();
    let mut picture = Pixmap::new(width as u32, height as u32)?;
    for (to, from) in picture.data_mut().chunks_exact_mut(4).zip(rows.flat_map(|row| row.chunks_exact(4))) {
        to.copy_from_slice(&[from[0], from[1], from[2], 255]);
    }
    picture.encode_png().ok()
}

fn raster(svg: &str, width: u32) -> Option<Pixmap> {
    let tree = Tree::from_str(svg, options()).ok()?;
    let scale = width.max(1) as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    let mut picture = Pixmap::new(width.max(1), height)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    Some(picture)
}

/// Gives transparent pixels the colour of a visible neighbour, so that filtering at an edge does not darken it.
fn bleed(bytes: &mut [u8], width: usize) {
    let clear: Vec<usize> = (0..bytes.len() / 4).filter(|i| bytes[i * 4 + 3] == 0).collect();
    for pixel in clear {
        let neighbours = [pixel.checked_sub(1), Some(pixel + 1), pixel.checked_sub(width), Some(pixel + width)];
        let visible = |n: &usize| bytes.get(n * 4 + 3).is_some_and(|alpha| *alpha > 0);
        if let Some(from) = neighbours.into_iter().flatten().find(visible) {
            bytes.copy_within(from * 4..from * 4 + 3, pixel * 4);
        }
    }
}

/// A picture to be drawn: its SVG, its size in units, and pixels per unit.
pub struct Commission {
    pub svg: String,
    pub size: Vec2,
    pub scale: f32,
}

impl Commission {
    pub fn new(svg: String, size: Vec2, scale: f32) -> Self {
        Self { svg, size, scale }
    }

    fn carry_out(&self) -> Plate {
        let width = (self.size.x * self.scale).ceil().clamp(1.0, WIDEST) as u32;
        Plate { pixels: pixels(&self.svg, width), size: self.size }
    }
}

/// A picture drawn, but not yet given to the graphics card.
struct Plate {
    pixels: Option<(u32, u32, Vec<u8>)>,
    size: Vec2,
}

impl Plate {
    fn hang(self) -> Sprite {
        let texture = self.pixels.map(|(w, h, bytes)| Texture2D::from_rgba8(w as u16, h as u16, &bytes));
        Sprite { texture, size: self.size }
    }
}

/// A scene's pictures in the order they were commissioned. They are drawn on another thread (where there is none, one in each frame),
/// while the old ones stay on show or the room is still dark, and hung one after the other, so that no frame waits for them.
#[derive(Default)]
pub struct Gallery {
    pub sprites: Vec<Sprite>,
    coming: Option<Receiver<Plate>>,
    /// Who draws, where no thread does.
    here: Option<Painter>,
    /// Those that hang already behind the old ones.
    hung: Vec<Sprite>,
}

/// How many pixels are given to the graphics card in a frame, but for one picture that may be larger.
const PIXELS_A_FRAME: u32 = 1_500_000;

/// Draws one picture after the other.
struct Painter {
    orders: Box<dyn Iterator<Item = Commission> + Send>,
    drawn: Sender<Plate>,
}

impl Painter {
    /// Draws the next picture; false when there is none, or nobody waits for them any longer.
    fn go_on(&mut self) -> bool {
        self.orders.next().is_some_and(|order| self.drawn.send(order.carry_out()).is_ok())
    }
}

impl Gallery {
    /// Draws every picture anew, aside.
    pub fn commission(&mut self, orders: impl FnOnce() -> Vec<Commission> + Send + 'static) {
        let (send, receive) = channel();
        // What is ordered is worked out aside, too.
        let orders = std::iter::once_with(orders).flatten();
        let painter = Painter { orders: Box::new(orders), drawn: send };
        self.here = lend("pictures", painter, |mut painter| while painter.go_on() {}).err();
        self.hung.clear();
        self.coming = Some(receive);
    }

    /// Whether there is something to show, or nothing is to come.
    pub fn is_open(&self) -> bool {
        !self.sprites.is_empty() || self.coming.is_none()
    }

    /// Puts new pictures up when they are ready; tells whether more are coming.
    pub fn refresh(&mut self) -> bool {
        self.here.take_if(|painter| !painter.go_on());
        let mut pixels = 0;
        while let Some(coming) = self.coming.as_ref().filter(|_| pixels < PIXELS_A_FRAME) {
            match coming.try_recv() {
                Ok(plate) => {
                    pixels += plate.pixels.as_ref().map_or(0, |(width, height, _)| width * height);
                    self.hung.push(plate.hang());
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.sprites = std::mem::take(&mut self.hung);
                    self.coming = None;
                }
            }
        }
        self.coming.is_some()
    }
}

/// A texture and the size it has in board units.
pub struct Sprite {
    texture: Option<Texture2D>,
    size: Vec2,
}

/// Wider than this nothing is drawn: graphics cards have their limits.
const WIDEST: f32 = 8192.0;

impl Sprite {
    /// Draws an SVG that is `size` units wide and high for a scale of pixels per unit.
    pub fn new(svg: String, size: Vec2, scale: f32) -> Self {
        Commission::new(svg, size, scale).carry_out().hang()
    }

    /// Its size in units.
    pub fn size(&self) -> Vec2 {
        self.size
    }

    /// Draws it with its top left corner at a place, stretched to a rectangle.
    pub fn fill(&self, rect: Rect, tint: Color) {
        if let Some(texture) = &self.texture {
            let params = DrawTextureParams { dest_size: Some(vec2(rect.w, rect.h)), ..DrawTextureParams::default() };
            draw_texture_ex(texture, rect.x, rect.y, tint, params);
        }
    }

    /// Draws it around a centre, turned clockwise, for `scale` screen points per unit.
    pub fn draw(&self, centre: Vec2, angle: f32, scale: f32, tint: Color) {
        if let Some(texture) = &self.texture {
            let size = self.size * scale;
            let params = DrawTextureParams { dest_size: Some(size), rotation: angle, ..DrawTextureParams::default() };
            draw_texture_ex(texture, centre.x - size.x / 2.0, centre.y - size.y / 2.0, tint, params);
        }
    }
}
